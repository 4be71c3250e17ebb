import { readConfig, refuseFutureEngines, secretsOf } from '@thirty/infra/config.ts'
import { makeDataFolder } from '@thirty/infra/data-folder.ts'
import { addressOf, announce } from './announce.ts'
import { openCore } from './core.ts'
import { makeDemo } from './demo.ts'
import { serve } from './web.ts'

/** Starts what the configuration asks for, and ends it when the process is told to. */
export async function start({ isDemo }: { isDemo: boolean }): Promise<void> {
  const config = readConfig(process.env)
  refuseFutureEngines(config)
  makeDataFolder(config.dataDir)
  const secrets = secretsOf(config)
  const hasDemo = isDemo && (await makeDemo(config, secrets))
  const core = await openCore(config)
  const { server, close } = await serve(config, secrets, core)
  announce(config, secrets, addressOf(server, config), hasDemo)
  let closing: Promise<void> | undefined
  // A terminal and its shell may each pass the signal on, so it can arrive twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void (closing ??= close()))
}
