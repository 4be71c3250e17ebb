// node infra/setup/run.mjs <file> [arguments]: prepares the checkout, then runs the file with Node 24.
import { node, run } from './child-process.mjs'
import { compileCache, memoryEnvironment, nodeOptions } from './node-options.mjs'
import { prepareFrontend } from './prepare/frontend.mjs'
import { preparePackages } from './prepare/packages.mjs'

await preparePackages()
await prepareFrontend()
Object.assign(process.env, { ...memoryEnvironment, ...compileCache, ...process.env })
process.exitCode = await run(node, [...nodeOptions, ...process.argv.slice(2)])
