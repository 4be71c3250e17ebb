import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

// npm test builds the frontend before it runs the specs.
const assets = join(import.meta.dirname, '../dist/assets')
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
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

test('no script imports one that imports it, so that every module runs after what it needs', () => {
  const circles = scripts.filter((file) =>
    (imports.get(file) ?? []).some((imported) => withImports(imported).has(file)),
  )
  expect(circles).toEqual([])
})

test('no script is too small for a request of its own', () => {
  // The runtime of the bundler, and the one dialog that a screen loads when it is opened.
  const exceptions = ['rolldown-runtime', 'brief-dialog']
  const small = scripts
    .filter((file) => statSync(join(assets, file)).size < 2_000)
    .map(nameOf)
    .filter((name) => !exceptions.includes(name))
  expect(small).toEqual([])
})

test.each(['index', 'landing-screen', 'leaderboard-screen', 'dashboard-screen'])(
  '%s loads no schemas, forms or dialogs',
  (name) => {
    const loaded = [...withImports(findScript(name))].map(nameOf)
    for (const later of ['schemas', 'forms', 'dialogs', 'select']) expect(loaded).not.toContain(later)
  },
)

test('the first script stays within its size', () => {
  const loaded = [...withImports(findScript('index'))]
  const bytes = loaded.reduce((sum, file) => sum + gzipSync(readFileSync(join(assets, file))).length, 0)
  expect(bytes).toBeLessThan(170_000)
})
