import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

// node frontend/build/card-fonts.ts: makes the font files of share cards out of the packages of the frontend. The server draws
// cards with fonts of one weight in the format TrueType, which its renderer reads. A spec fails when they differ.

const folder = join(import.meta.dirname, '../../projections/src/cards/fonts')
const { resolve } = createRequire(import.meta.url)

const latin = range(0x20, 0x7e, 0xa0, 0x24f, 0x2b0, 0x2ff, 0x1e00, 0x1eff, 0x2010, 0x2027, 0x20ac, 0x20ac)
/** Cyrillic and Greek with their marks. */
const noto = {
  cyrillic: range(0x300, 0x36f, 0x400, 0x45f, 0x490, 0x491, 0x4b0, 0x4b1, 0x2116, 0x2116),
  'cyrillic-ext': range(0x460, 0x52f),
  greek: range(0x370, 0x3ff),
} as const

type Source = { name: string; file: string; points: readonly number[]; axes: Record<string, number> }

const sources: readonly Source[] = [
  ...['latin', 'latin-ext'].map((script) => ({
    name: `archivo-${script}`,
    file: `archivo/files/archivo-${script}-wdth-normal.woff2`,
    points: latin,
    axes: { wdth: 116, wght: 720 },
  })),
  ...['latin', 'latin-ext'].map((script) => ({
    name: `instrument-sans-${script}`,
    file: `instrument-sans/files/instrument-sans-${script}-wght-normal.woff2`,
    points: latin,
    axes: { wght: 500 },
  })),
  ...Object.entries(noto).map(([script, points]) => ({
    name: `noto-sans-${script}`,
    file: `noto-sans/files/noto-sans-${script}-wght-normal.woff2`,
    points,
    axes: { wght: 700 },
  })),
  // These begin with the space between words, because a run of one of these scripts is drawn with one font.
  {
    name: 'noto-sans-devanagari',
    file: 'noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2',
    points: range(0x20, 0x20, 0x900, 0x97f, 0x200c, 0x200d),
    axes: { wght: 700 },
  },
  {
    name: 'noto-sans-arabic',
    file: 'noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
    points: range(0x20, 0x20, 0x600, 0x6ff, 0x750, 0x77f, 0x200c, 0x200d),
    axes: { wght: 700 },
  },
  {
    name: 'noto-sans-hebrew',
    file: 'noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2',
    points: range(0x20, 0x20, 0x590, 0x5ff),
    axes: { wght: 700 },
  },
]

/** Returns the content of each font file by its name. The same packages always give the same content. */
export async function cardFontFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const { name, file, points, axes } of sources) {
    const original = readFileSync(resolve(`@fontsource-variable/${file}`))
    const options = { targetFormat: 'truetype', variationAxes: axes } as const
    files.set(`${name}.ttf`, await subsetFont(original, String.fromCodePoint(...points), options))
  }
  return files
}

/** Returns the code points of ranges, given as first, last, first, last. */
function range(...bounds: readonly number[]): number[] {
  return bounds.flatMap((first, index) =>
    index % 2 === 0
      ? Array.from({ length: (bounds[index + 1] ?? first) - first + 1 }, (_, offset) => first + offset)
      : [],
  )
}

if (process.argv[1] === import.meta.filename)
  for (const [name, content] of await cardFontFiles()) writeFileSync(join(folder, name), content)
