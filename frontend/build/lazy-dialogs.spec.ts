import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '../src')
const loadedBy = (loader: string) =>
  globSync('**/*.tsx', { cwd: source }).flatMap((file) =>
    [
      ...readFileSync(path.join(source, file), 'utf8').matchAll(
        /= (\w+)\(\s*async \(\) =>[^;]*?import\('([^']+)'\)/g,
      ),
    ]
      .filter(([, name]) => name === loader)
      .map(([, , script]) => script),
  )

test('a dialog whose script cannot be loaded leaves the screen as it is', () => {
  expect(loadedBy('lazyDialog').length).toBeGreaterThan(15)
  // React would show the failure in place of the screen.
  expect(loadedBy('lazy').filter((script) => /-(dialog|sheet|panel)\.tsx$/.test(script ?? ''))).toEqual([])
})
