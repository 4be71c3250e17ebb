import {
  ConfigError,
  readConfig,
  loadSecrets,
  type Config,
  type Secrets,
} from '@thirty/infra/config/config.ts'
import { createDataFolder } from '@thirty/infra/config/data-folder.ts'
import { createStartingApp } from '@thirty/infra/http/operational-app.ts'
import { printStartBanner } from './start-banner.ts'
import { openCore } from './core.ts'
import { makeDemo } from './demo.ts'
import { createShutdown, shutdownOnSignal, type Shutdown } from './lifecycle/shutdown.ts'
import { startHttpServer, type HttpServer } from './lifecycle/http-server.ts'
import { createProcessContext, operationsOptions, type ProcessContext } from './lifecycle/process-context.ts'
import { runProjector } from './projector.ts'
import { serve } from './web.ts'

/** Starts what the configuration asks for, and ends it when the process is told to. Throws a sentence when it cannot be. */
export async function start({ isDemo }: { isDemo: boolean }): Promise<void> {
  const config = readConfig(process.env)
  if (isDemo && config.role !== 'all')
    throw new ConfigError('ROLE must be all for --demo, which makes its people in one process.')
  const secrets = config.role === 'projector' ? undefined : secretsIn(config)
  const house = createProcessContext(config)
  const ending = createShutdown(house.logger)
  const starting = createStartingApp(operationsOptions(house, () => ({ reasons: ['It is starting.'] })))
  const door = await startHttpServer(config, starting)
  ending.defer(door.close)
  // The making of a demo can be ended at any moment: the log takes no harm.
  const hasDemo = isDemo && secrets !== undefined && (await makeDemo(house, secrets))
  shutdownOnSignal(ending, house.logger)
  try {
    if (secrets === undefined) await runProjector(house, door, ending)
    else await serveAll(house, secrets, door, ending)
  } catch (error) {
    // Whatever was waited for is not needed any more.
    if (ending.signal.aborted) return
    throw error
  }
  if (ending.signal.aborted) return
  // One of many is not started by a person at a terminal.
  if (config.role !== 'all') house.logger.info({ role: config.role, address: door.address }, 'running')
  else if (secrets) printStartBanner(config, secrets, door.address, hasDemo)
}

function secretsIn(config: Config): Secrets {
  createDataFolder(config.dataDir)
  return loadSecrets(config)
}

async function serveAll(
  house: ProcessContext,
  secrets: Secrets,
  door: HttpServer,
  ending: Shutdown,
): Promise<void> {
  const core = await openCore(house, ending)
  if (!ending.signal.aborted) serve(house, secrets, core, door, ending)
}
