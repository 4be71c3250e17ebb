import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runToEnd } from '../e2e/support/program.ts'
import { mutations } from '../scripts/mutations/mutations.mjs'

test('a planted fault reaches the programs that a test starts, also with an environment of their own', async () => {
  const hooks = pathToFileURL(join(import.meta.dirname, '../scripts/mutations/loader-hooks.mjs')).href
  const number = mutations.findIndex(({ file }) => file === 'infra/src/event-log/seen-history.ts')
  vi.stubEnv('NODE_OPTIONS', `--import ${hooks}`)
  vi.stubEnv('HOLE', String(number))
  const program = `import { hasHistory } from './infra/src/event-log/seen-history.ts'; console.log(String(hasHistory))`
  const { printed } = await runToEnd(['--input-type=module', '--eval', program], {})
  expect(printed).toContain('async function hasHistory')
  expect(printed).not.toContain(mutations[number]?.find)
})
