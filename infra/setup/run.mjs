// node infra/setup/run.mjs <file> [arguments]: prepares the checkout, then runs the file with Node 24.
import { node, run } from './child-process.mjs'
import { prepareFrontend } from './prepare/frontend.mjs'
import { preparePackages } from './prepare/packages.mjs'

await preparePackages()
await prepareFrontend()
// Read models are in memory; those of a million participants exceed Node's default limit.
process.exitCode = await run(node, ['--max-old-space-size-percentage=75', ...process.argv.slice(2)])
