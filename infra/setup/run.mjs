// node infra/setup/run.mjs <file> [arguments]: the set-up step, then the file under Node 24.
import { node, run } from './child-process.mjs'
import { prepareFrontend } from './prepare/frontend.mjs'
import { preparePackages } from './prepare/packages.mjs'

await preparePackages()
await prepareFrontend()
// Read models live in memory: a million participants take more than what Node would allow itself.
process.exitCode = await run(node, ['--max-old-space-size-percentage=75', ...process.argv.slice(2)])
