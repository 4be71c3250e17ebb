#!/usr/bin/env node
// The operator's shell: prepares the packages, then runs main.ts with Node 24. It needs no frontend.
import { join } from 'node:path'
import { node, root, run } from './child-process.mjs'
import { preparePackages } from './prepare/packages.mjs'

await preparePackages()
// Paths that the operator types are relative to the folder of the operator, also as a command of npm.
process.env['INIT_CWD'] ??= process.cwd()
process.exitCode = await run(node, [
  '--max-old-space-size-percentage=75',
  join(root, 'main.ts'),
  'ops',
  ...process.argv.slice(2),
])
