import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

// node frontend/build/subset-fonts.ts: cuts the font files of src/shared/styles/fonts out of the packages and writes the style
// sheet that declares them. To be run again after a change of the packages or of the tables below; a spec fails until then.

const folder = join(import.meta.dirname, '../src/shared/styles/fonts')
const { resolve } = createRequire(import.meta.url)

type Range = number | { min: number; max: number }
type Face = {
  name: string
  /** Descriptors of its `@font-face` rules. */
  family: string
  weight: string
  stretch?: string
  /** The file in its package, without the script and the style at the end. */
  source: string
  axes: Readonly<Record<string, Range>>
}

/** Archivo is used in two widths only. One file with all widths would be three times as large. */
const faces: readonly Face[] = [
  {
    name: 'archivo-wide',
    family: 'Archivo Variable',
    weight: '600 800',
    stretch: '105% 125%',
    source: 'archivo/files/archivo-*-wdth-normal.woff2',
    axes: { wdth: 116, wght: { min: 600, max: 800 } },
  },
  {
    name: 'archivo-narrow',
    family: 'Archivo Variable',
    weight: '600 800',
    stretch: '62% 104%',
    source: 'archivo/files/archivo-*-wdth-normal.woff2',
    axes: { wdth: 92, wght: { min: 600, max: 800 } },
  },
  {
    name: 'instrument-sans',
    family: 'Instrument Sans Variable',
    weight: '400 700',
    source: 'instrument-sans/files/instrument-sans-*-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    name: 'geist-mono',
    family: 'Geist Mono Variable',
    weight: '400 700',
    source: 'geist-mono/files/geist-mono-*-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
]

/** The characters of the product's own texts. Names of people may have others, which are in separate files. */
const basic = [...range(0x20, 0x7e), ...codePoints('\u00a0©·×–—‘’“”…•€→←↑↓−')]
const latin = [
  ...range(0xa1, 0xff),
  ...codePoints('ıŒœʻʼˆ˚˜'),
  ...range(0x2000, 0x206f),
  ...codePoints('™∕'),
].filter((point) => !basic.includes(point))
const latinExtended = range(0x100, 0x2ba, 0x1e00, 0x1e9f, 0x1ef2, 0x1eff, 0x20b9, 0x20b9).filter(
  (point) => !latin.includes(point),
)

/** The files of each face: which characters they have, and the file of the package that has them. */
const subsets = [
  { suffix: 'basic', script: 'latin', points: basic },
  { suffix: 'latin', script: 'latin', points: latin },
  { suffix: 'latin-ext', script: 'latin-ext', points: latinExtended },
] as const

/** Returns the content of each font file by its name. The same packages always give the same content. */
export async function fontFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const { name, source, axes } of faces)
    for (const { suffix, script, points } of subsets) {
      const original = readFileSync(resolve(`@fontsource-variable/${source.replace('*', script)}`))
      const text = String.fromCodePoint(...points)
      const content = await subsetFont(original, text, { targetFormat: 'woff2', variationAxes: axes })
      files.set(`${name}-${suffix}.woff2`, content)
    }
  return files
}

/** Returns the code points of ranges, given as first, last, first, last. */
export function range(...bounds: readonly number[]): number[] {
  return bounds.flatMap((first, index) =>
    index % 2 === 0
      ? Array.from({ length: (bounds[index + 1] ?? first) - first + 1 }, (_, offset) => first + offset)
      : [],
  )
}

function codePoints(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) ?? 0)
}

/** Returns the style sheet that declares the font files. */
export function fontFaces(): string {
  const rules = faces.flatMap(({ name, family, weight, stretch }) =>
    subsets.map(({ suffix, points }) =>
      [
        '@font-face {',
        `  font-family: '${family}';`,
        '  font-style: normal;',
        '  font-display: swap;',
        `  font-weight: ${weight};`,
        ...(stretch === undefined ? [] : [`  font-stretch: ${stretch};`]),
        `  src: url('./fonts/${name}-${suffix}.woff2') format('woff2');`,
        `  unicode-range: ${unicodeRange(points)};`,
        '}',
      ].join('\n'),
    ),
  )
  return `/* Written by frontend/build/subset-fonts.ts. */\n${rules.join('\n\n')}\n`
}

function unicodeRange(points: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const point of points.toSorted((a, b) => a - b)) {
    const current = ranges.at(-1)
    if (current?.last === point - 1) current.last = point
    else ranges.push({ first: point, last: point })
  }
  const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, '0')
  return ranges
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(', ')
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, content] of await fontFiles()) writeFileSync(join(folder, name), content)
  writeFileSync(join(folder, '../font-faces.css'), fontFaces())
}
