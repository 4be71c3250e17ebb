import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { node, root } from './child-process.mjs'

/** Runs in each process: in that of the product, prints where compiled code is kept, and ends it. */
const report = `if (process.argv[1]?.endsWith('main.ts')) {
  console.log((await import('node:module')).getCompileCacheDir())
  process.exit()
}`

test('the operator’s shell keeps its compiled code where that of the product is kept', async () => {
  const { NODE_COMPILE_CACHE: _ofThisProcess, ...env } = process.env
  const { stdout } = await promisify(execFile)(node, [join(root, 'scripts', 'ops.mjs')], {
    env: { ...env, NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(report)}"` },
  })
  expect(stdout).toContain(join(root, 'node_modules', '.cache', 'compiled-product'))
})
