import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { range } from './subset-fonts.ts'

// node frontend/build/card-fonts.ts: makes the font files of share cards out of the packages of the frontend. The server draws
// cards with fonts of one weight in the format TrueType, which its renderer reads. A spec fails when they differ.

const folder = join(import.meta.dirname, '../../projections/src/cards/fonts')
const { resolve } = createRequire(import.meta.url)

const latin = range(0x20, 0x7e, 0xa0, 0x24f, 0x2b0, 0x2ff, 0x1e00, 0x1eff, 0x2010, 0x2027, 0x20ac, 0x20ac)
/** With the marks of Greek, too. */
const cyrillic = range(0x300, 0x36f, 0x400, 0x45f, 0x490, 0x491, 0x4b0, 0x4b1, 0x2116, 0x2116)

type Source = [family: string, script: string, points: readonly number[], axes: Record<string, number>]

const sources: readonly Source[] = [
  ['archivo', 'latin', latin, { wdth: 116, wght: 720 }],
  ['archivo', 'latin-ext', latin, { wdth: 116, wght: 720 }],
  ['instrument-sans', 'latin', latin, { wght: 500 }],
  ['instrument-sans', 'latin-ext', latin, { wght: 500 }],
  ['noto-sans', 'cyrillic', cyrillic, { wght: 700 }],
  ['noto-sans', 'cyrillic-ext', range(0x460, 0x52f), { wght: 700 }],
  ['noto-sans', 'greek', range(0x370, 0x3ff), { wght: 700 }],
  // These begin with the space between words, because a run of one of these scripts is drawn with one font.
  ['noto-sans-devanagari', 'devanagari', range(0x20, 0x20, 0x900, 0x97f, 0x200c, 0x200d), { wght: 700 }],
  [
    'noto-sans-arabic',
    'arabic',
    range(0x20, 0x20, 0x600, 0x6ff, 0x750, 0x77f, 0x200c, 0x200d),
    { wght: 700 },
  ],
  ['noto-sans-hebrew', 'hebrew', range(0x20, 0x20, 0x590, 0x5ff), { wght: 700 }],
]

/** Returns the content of each font file by its name. The same packages always give the same content. */
export async function cardFontFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const [family, script, points, axes] of sources) {
    const name = family.endsWith(`-${script}`) ? family : `${family}-${script}`
    const file = `${family}/files/${family}-${script}-${'wdth' in axes ? 'wdth' : 'wght'}-normal.woff2`
    const original = readFileSync(resolve(`@fontsource-variable/${file}`))
    const options = { targetFormat: 'truetype', variationAxes: axes } as const
    files.set(`${name}.ttf`, await subsetFont(original, String.fromCodePoint(...points), options))
  }
  return files
}

if (process.argv[1] === import.meta.filename)
  for (const [name, content] of await cardFontFiles()) writeFileSync(join(folder, name), content)
