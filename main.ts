// The entry point: `ops` runs an operator command, anything else starts the configured role.
import { redactEvent } from '@thirty/contracts/events/redact.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { runOperatorCommand } from '@thirty/infra/ops/operator-commands.ts'
import { parseFlags, readConfig } from './processes/config/config.ts'
import { start } from './processes/start.ts'

// The log holds email addresses and hashes: only the user who runs the product may read its files.
process.umask(0o077)

/** Runs one operator command on the data folder. Its exit code becomes that of the process. */
async function runOps(args: readonly string[]): Promise<void> {
  const { dataDir: folder } = readConfig(process.env)
  const abortController = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => abortController.abort())
  process.exitCode = await runOperatorCommand(args, {
    folder,
    clock: systemClock,
    print: (line: string) => console.log(line),
    redact: redactEvent,
    signal: abortController.signal,
  })
}

try {
  const [command, ...args] = process.argv.slice(2)
  if (command === 'ops') await runOps(args)
  else await start(parseFlags(process.argv.slice(2)))
} catch (error) {
  // A wrong setting, a folder in use or a damaged log is not a crash: one sentence says what to do.
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
