// The entry: what was asked for on the command line is started by its process, or done by its operator command.
import { parseFlags } from '@thirty/infra/config/config.ts'
import { runOps } from './processes/ops.ts'
import { start } from './processes/start.ts'

// The log holds addresses and hashes: its files, like the secrets beside them, are for whoever runs the product.
process.umask(0o077)

try {
  const [command, ...words] = process.argv.slice(2)
  if (command === 'ops') await runOps(words)
  else await start(parseFlags(process.argv.slice(2)))
} catch (error) {
  // A wrong setting, a folder in use or a damaged log is no crash: one sentence says what to do.
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
