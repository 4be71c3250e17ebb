import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cardFontFiles } from './card-fonts.ts'

const folder = join(import.meta.dirname, '../../projections/src/cards/fonts')

test('the script makes the same font files from the packages again', async () => {
  const files = await cardFontFiles()
  expect(new Set(readdirSync(folder))).toEqual(new Set(files.keys()))
  for (const [name, content] of files)
    expect([name, readFileSync(join(folder, name)).equals(content)]).toEqual([name, true])
})
