import { systemClock } from '@thirty/infra/clock.ts'
import { readConfig } from '@thirty/infra/config/config.ts'
import { runOperatorCommand } from '@thirty/infra/ops/operator-commands.ts'

/** Runs one operator command on the folder of an installation; its exit code becomes that of the process. */
export async function runOps(words: readonly string[]): Promise<void> {
  const { dataDir: folder } = readConfig(process.env)
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort())
  const print = (line: string) => console.log(line)
  process.exitCode = await runOperatorCommand(words, {
    folder,
    clock: systemClock,
    print,
    signal: ended.signal,
  })
}
