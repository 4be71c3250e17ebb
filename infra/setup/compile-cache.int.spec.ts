import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { node, root } from './child-process.mjs'

/** Runs the help of the operator's shell. Returns what Node reports about its cache of compiled code. */
async function cacheReports(): Promise<string> {
  const { NODE_COMPILE_CACHE: _ofThisProcess, ...env } = process.env
  const { stdout, stderr } = await promisify(execFile)(
    node,
    [join(root, 'infra', 'setup', 'ops.mjs'), '--help'],
    { env: { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }, maxBuffer: 2 ** 26 },
  )
  return stdout + stderr
}

test('the second run of a command strips no types and compiles nothing', { timeout: 60_000 }, async () => {
  await cacheReports()
  expect(await cacheReports()).toMatch(/retrieving transpile cache for .*\/ops\/shell\.ts\.\.\.success/)
})
