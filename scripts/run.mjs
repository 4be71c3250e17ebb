// node scripts/run.mjs <file> [arguments]: prepares the checkout, then runs the file with Node 24.
import { node, run } from './child-process.mjs'
import { compileCache, memoryEnvironment, nodeOptions } from './node-options.mjs'
import { prepareFrontend } from './prepare/frontend.mjs'
import { preparePackages } from './prepare/packages.mjs'

await preparePackages()
// The answer to a question needs no frontend.
if (!process.argv.slice(3).some((flag) => ['--help', '-h', '--version', '-v'].includes(flag)))
  await prepareFrontend()
Object.assign(process.env, { ...memoryEnvironment, ...compileCache, ...process.env })
process.exitCode = await run(node, [...nodeOptions, ...process.argv.slice(2)])
