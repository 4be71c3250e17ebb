// The first script is what every page loads before its own. The goal of 80 kB (gzip) cannot be reached with these
// libraries: React with hydration has 67 kB, and the smaller router 13. The data router (31 kB) stays: it keeps the
// screen while the next one loads, catches errors of each route and restores scroll positions. A smaller React would
// lose `react-dom/static`, which prerendered pages need. So tooltips and dialogs are loaded when they first open.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { briefsByLanguage } from '@thirty/contracts/briefs/briefs-by-language.ts'
import { languages } from '@thirty/contracts/languages/languages.ts'
import { expect, test } from 'vitest'
import { readMessages } from './i18n/message-files.ts'

// npm test builds the frontend before it runs the specs. The scripts of all languages are in one folder.
const dist = join(import.meta.dirname, '../dist')
const assets = join(dist, 'assets')
const scripts = reachableFrom(readFileSync(join(dist, 'pages/en/index.html'), 'utf8'))

/** Returns the names of the scripts that a page loads, at once or later. */
function reachableFrom(text: string, found = new Set<string>()): string[] {
  for (const [, name = ''] of text.matchAll(/["'`/]([\w.-]+\.js)["'`]/g)) {
    if (found.has(name) || !existsSync(join(assets, name))) continue
    found.add(name)
    reachableFrom(readFileSync(join(assets, name), 'utf8'), found)
  }
  return [...found]
}
const nameOf = (file: string) => file.replace(/-[\w-]{8}\.js$/, '')

/** The files that each script imports before it runs. */
const imports = new Map(
  scripts.map((file) => [
    file,
    [...readFileSync(join(assets, file), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(
      ([, imported = '']) => imported,
    ),
  ]),
)

function withImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const imported of imports.get(file) ?? []) withImports(imported, found)
  return found
}

const findScript = (name: string) => {
  const file = scripts.find((script) => nameOf(script) === name)
  if (file === undefined) throw new Error(`The build has no script ${name}.`)
  return file
}

/** Returns the size of a script and of all that it imports, compressed. */
const sizeOf = (file: string) =>
  [...withImports(file)].reduce(
    (sum, imported) => sum + gzipSync(readFileSync(join(assets, imported))).length,
    0,
  )

test('no script imports one that imports it, so that every module runs after what it needs', () => {
  const circles = scripts.filter((file) =>
    (imports.get(file) ?? []).some((imported) => withImports(imported).has(file)),
  )
  expect(circles).toEqual([])
})

test('no script is too small for its own request', () => {
  const small = scripts.filter((file) => statSync(join(assets, file)).size < 2_000)
  // A dialog or a form comes when it opens. The bundler always gives its runtime a script.
  expect(small.map(nameOf).filter((name) => !/-(dialog|form|runtime)$/.test(name))).toEqual([])
})

test('no screen loads schemas before one of its forms is touched', () => {
  const loading = scripts.filter((file) => withImports(file).has(findScript('schemas')))
  expect(loading.map(nameOf).toSorted()).toEqual(['form-schemas', 'schemas'])
  const loadingForms = scripts.filter((file) => withImports(file).has(findScript('form-schemas')))
  expect(loadingForms.map(nameOf)).toEqual(['form-schemas'])
})

// A tooltip, notifications and a list to choose from are placed by one library, and lie over the page as dialogs do.
test.each([
  ['dialogs', ['dialogs', 'notifications-panel', 'select-list', 'tooltip-popup']],
  ['select-list', ['notifications-panel', 'select-list', 'tooltip-popup']],
])('no screen loads %s before one opens', (name, opened) => {
  const loading = scripts.filter((file) => withImports(file).has(findScript(name)))
  expect(loading.map(nameOf).toSorted()).toEqual(opened)
})

test.each([
  'index',
  'landing-screen',
  'leaderboard-screen',
  'dashboard-screen',
  'profile-screen',
  'submissions-screen',
  'settings-screen',
  'audit-screen',
  'team-screen',
])('%s loads no forms', (name) => {
  expect([...withImports(findScript(name))].map(nameOf)).not.toContain('forms')
})

const logInScreens = scripts.filter(
  (file) =>
    nameOf(file).endsWith('screens') && readFileSync(join(assets, file), 'utf8').includes('emailOrUsername'),
)

test.each(logInScreens)('log in, sign up and their like (%s) load no tables', (file) => {
  expect(logInScreens).toHaveLength(2)
  const loaded = [...withImports(file)].map(nameOf)
  expect(loaded).not.toContain('table')
})

test.each(['index', 'landing-screen'])('%s loads no tooltips and no tables', (name) => {
  const loaded = [...withImports(findScript(name))].map(nameOf)
  for (const later of ['tooltip-popup', 'table']) expect(loaded).not.toContain(later)
})

// The figures of decision 0070 and of the goal above, with one percent to spare.
test.each([
  ['index', 121_100],
  ['landing-screen', 168_700],
  ['dashboard-screen', 184_000],
  ['leaderboard-screen', 203_100],
  ['project-screen', 205_800],
  ['profile-screen', 185_100],
  ['users-screen', 204_000],
  ['submit-project-screen', 240_100],
  ['community-screen', 207_500],
  ['submissions-screen', 215_100],
  ['judging-screen', 187_500],
  ['team-screen', 214_300],
  ['settings-screen', 201_300],
  ['backups-screen', 198_600],
  ['webhooks-screen', 185_600],
])('%s stays within its size', (name, limit) => {
  expect(sizeOf(findScript(name))).toBeLessThan(limit)
})

test('log in and sign up stay within their sizes, of participants and of admins', () => {
  const [ofParticipants, ofAdmins] = logInScreens.map(sizeOf).toSorted((one, other) => one - other)
  expect(ofParticipants).toBeLessThan(164_900)
  expect(ofAdmins).toBeLessThan(185_200)
})

test('the schemas of responses that the frontend only needs as types are left out', () => {
  const schemas = readFileSync(join(assets, findScript('schemas')), 'utf8')
  expect(schemas).toContain('Code is required')
  // Fields of the response to a restore.
  expect(schemas).not.toContain('safetyBackupId')
})

const scriptsIn = (code: string) =>
  reachableFrom(readFileSync(join(dist, `pages/${code}/index.html`), 'utf8'))

/** The texts of a language that stand in a script as they are: without arguments, tags and quotes. */
const plainTextsIn = (language: (typeof languages)[number]) =>
  [
    ...Object.values(readMessages(language)),
    ...briefsByLanguage[language.code].map(({ description }) => description),
  ].filter((text) => !/[{<"'`\\\n]/.test(text))

/** Columns of exported files, which stand with the rules of their fields. */
const columns = ['Live link', 'Code Quality']

test.each(languages)('the scripts in $code have its texts, and none of another language', (language) => {
  const parts = scriptsIn(language.code).flatMap((file) =>
    readFileSync(join(assets, file), 'utf8').split(/["'`]/),
  )
  const literals = new Set(parts)
  const found = (texts: readonly string[]) => texts.filter((text) => literals.has(text))
  const own = plainTextsIn(language)
  expect(found(own).length).toBeGreaterThan(1_000)
  const others = languages.filter((other) => other !== language).flatMap(plainTextsIn)
  expect(
    found(others).filter((text) => text.includes(' ') && !own.includes(text) && !columns.includes(text)),
  ).toEqual([])
})

test('a script without texts, such as that of the libraries, is there once for all languages', () => {
  const shared = scripts.filter((file) => scriptsIn('de').includes(file)).map(nameOf)
  expect(shared).toContain('libraries')
})
