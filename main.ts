// The entry point: `ops` runs an operator command, anything else starts the configured role.
// Neither loads the modules of the other: those of the shell, such as the client of EventStoreDB, take a tenth of a start.

import about from './package.json' with { type: 'json' }

// The log holds email addresses and hashes: only the user who runs the product may read its files.
process.umask(0o077)

/** Runs one command of the operator's shell. Its exit code becomes that of the process. */
async function runOps(args: readonly string[]): Promise<void> {
  const { runShell } = await import('./processes/ops/shell.ts')
  const { outputClosed, terminalContext } = await import('./processes/ops/shell-context.ts')
  const abortController = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => abortController.abort())
  const exitCode = await runShell(args, terminalContext(abortController))
  process.exitCode = abortController.signal.reason === outputClosed ? 0 : exitCode
}

const usage = `Thirty ${about.version}: ${about.description}

npm start                            runs the product; its data is in DATA_DIR, ./data by default
npm start -- --demo                  fills an empty installation with demo data first
npm start -- --new-reservation-key   reserves all names again, because the reservation key is lost
npm start -- --help, --version

npm run ops -- --help                lists the commands for operators
README.md lists the environment variables.`

/** Answers `--help` or `--version`, or starts the configured role and shuts it down on SIGINT and SIGTERM. */
async function startProcess(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(usage)
  if (args.includes('--version') || args.includes('-v')) return console.log(about.version)
  const { parseFlags } = await import('./processes/config/config.ts')
  const { shutdownOnSignal } = await import('./processes/lifecycle/shutdown.ts')
  const { start } = await import('./processes/start.ts')
  await start(process.env, parseFlags(args), shutdownOnSignal)
}

try {
  const [command, ...args] = process.argv.slice(2)
  if (command === 'ops') await runOps(args)
  else await startProcess(process.argv.slice(2))
} catch (error) {
  // A wrong setting, a folder in use or a damaged log is not a crash: one sentence says what to do.
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
