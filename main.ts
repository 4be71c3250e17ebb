// The entry point: `ops` runs an operator command, anything else starts the configured role.
import { parseFlags } from './processes/config/config.ts'
import { runShell } from './processes/ops/shell.ts'
import { terminalContext } from './processes/ops/terminal-context.ts'
import { start } from './processes/start.ts'

// The log holds email addresses and hashes: only the user who runs the product may read its files.
process.umask(0o077)

/** Runs one command of the operator's shell. Its exit code becomes that of the process. */
async function runOps(args: readonly string[]): Promise<void> {
  const abortController = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => abortController.abort())
  process.exitCode = await runShell(args, terminalContext(abortController.signal))
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
