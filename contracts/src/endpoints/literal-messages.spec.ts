import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('..', import.meta.url).pathname
const literal =
  /(?:\.(?:min|max|length|regex|refine)\([^\n]*?,\s*|\b(?:error|message): )(['"`])(?<text>[A-Z].+?)\1/g

/** About values that nobody writes in a form: only programs that use the API see these. */
const ofNoForm = new Set([
  'A position is required',
  'From 0 to 5',
  'Not a public key',
  'Not a valid id of a participant',
  'Not a valid id of a saved text',
  'Not a valid id of a tab',
  'Not a valid id of a version',
  'Not a valid position in the log',
  'Not a valid version of a scoring',
  'Not an authentication secret',
  'Select at least one project',
  'Select at most ${maxReviewsAtOnce} projects',
  'Select each project once',
  'This is not a push service address',
  'Use only one of cursor, around and offset.',
])

test('a message that a form can show is made with `rule`, because a page in another language has only those', () => {
  const found = globSync('{*/{*-,}api,endpoints/*}.ts', { cwd: folder, exclude: ['**/*.spec.ts'] }).flatMap(
    (name) =>
      [...readFileSync(folder + name, 'utf8').matchAll(literal)].map(({ groups }) => groups?.text ?? ''),
  )
  expect(found).toContain('From 0 to 5')
  expect(found.filter((text) => !ofNoForm.has(text))).toEqual([])
})
