#!/usr/bin/env node
// The operator's shell: prepares the packages, then runs main.ts with Node 24. It needs no frontend.
import { join } from 'node:path'
import { node, root, run } from './child-process.mjs'
import { compileCache, memoryEnvironment, nodeOptions } from './node-options.mjs'
import { preparePackages } from './prepare/packages.mjs'

await preparePackages()
// Paths that the operator types are relative to the folder of the operator, also as a command of npm.
Object.assign(process.env, {
  INIT_CWD: process.cwd(),
  ...memoryEnvironment,
  ...compileCache,
  ...process.env,
})
process.exitCode = await run(node, [...nodeOptions, join(root, 'main.ts'), 'ops', ...process.argv.slice(2)])
