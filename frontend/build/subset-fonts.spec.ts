import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fontFaces, fontFiles } from './subset-fonts.ts'

const styles = join(import.meta.dirname, '../src/shared/styles')

test('the script makes the same font files and style sheet from the packages again', async () => {
  const files = await fontFiles()
  const stored = readdirSync(join(styles, 'fonts')).filter((name) => name.endsWith('.woff2'))
  expect(new Set(stored)).toEqual(new Set(files.keys()))
  for (const [name, content] of files)
    expect([name, readFileSync(join(styles, 'fonts', name)).equals(content)]).toEqual([name, true])
  expect(readFileSync(join(styles, 'font-faces.css'), 'utf8')).toBe(fontFaces())
})
