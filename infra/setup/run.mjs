// node infra/setup/run.mjs <file> [arguments]: the set-up step, then the file under Node 24.
import { node, run } from './child.mjs'
import { prepareFrontend } from './frontend.mjs'
import { preparePackages } from './packages.mjs'

await preparePackages()
await prepareFrontend()
process.exitCode = await run(node, process.argv.slice(2))
