// Texts on cards: what the fonts can draw, how wide it is, and where lines break. `card-texts.ts` has the words.

import type { SvgRenderer } from '@thirty/infra/images/svg-renderer.ts'

/** Families of cards, as their font files name them: headings, and everything else. */
export const fonts = { heading: 'Archivo SemiBold', text: 'Instrument Sans' } as const

/**
 * Characters that the fonts of cards do not have; see `frontend/build/card-fonts.ts`. They are drawn with fonts of the machine.
 */
export const foreignCharacters =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]/u

/** Emoji with their joiners and modifiers: no font of a card has them. */
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{FE0F}\u{20E3}]/gu
/** Control characters, halves of surrogate pairs, and marks that change the direction of what follows. */
const invisible = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/gu
/** What joined emoji; between letters it is part of a word. */
const looseJoiner = /(?<![\p{L}\p{M}])\u200D+|\u200D+(?![\p{L}\p{M}])/gu
const maxLength = 400

/** Returns a text as a card can draw it: one line, without emoji and without piles of accents. */
export const cardText = (text: string): string =>
  text
    .slice(0, maxLength)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(invisible, '')
    .replaceAll(emoji, '')
    .replaceAll(looseJoiner, '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim()

/**
 * A part of a line that is drawn with one font. `family` is missing for Latin text, which has the family of the line, and null for
 * text that no font of a card has.
 */
export type TextRun = { text: string; family?: string | null }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const scriptFamilies = {
  Arabic: 'Noto Sans Arabic',
  Hebrew: 'Noto Sans Hebrew',
  Devanagari: 'Noto Sans Devanagari',
  Cyrillic: 'Noto Sans',
  Greek: 'Noto Sans',
} as const

const runPattern = new RegExp(
  [...Object.keys(scriptFamilies).map((name) => `\\p{Script=${name}}`), foreignCharacters.source.slice(1, -1)]
    .map((letters) => `[${letters}]`)
    .map((letter) => `(${letter}(?:(?:${letter}|[\\p{M}\\s\\u200C\\u200D])*(?:${letter}|\\p{M}))?)`)
    .join('|'),
  'gu',
)

/** Most runs of a line. A text in two languages has a few; each one is measured and drawn by itself. */
const maxRuns = 16

/**
 * Splits a line into runs of one script. A run is drawn by itself, because the letters of some scripts depend on their neighbours,
 * and the renderer leaves out some letters of a run that it would have to draw with two fonts. What exceeds 16 runs is the last one
 * nevertheless, so that a line costs little.
 */
export function textRuns(line: string): TextRun[] {
  const families = [...Object.values(scriptFamilies), null]
  const runs: TextRun[] = []
  let end = 0
  for (const match of line.matchAll(runPattern)) {
    const [text, ...groups] = match
    if (runs.length >= maxRuns - 2) break
    if (match.index > end) runs.push({ text: line.slice(end, match.index) })
    const family = families[groups.findIndex((group) => group !== undefined)] ?? null
    runs.push({ text, family })
    end = match.index + text.length
  }
  const rest = line.slice(end)
  if (foreignCharacters.test(rest)) runs.push({ text: rest, family: null })
  else if (rest !== '') runs.push({ text: rest })
  return runs
}

export type TextTools = Pick<SvgRenderer, 'textWidth'>

const measuredSize = 100

/** Returns tools that measure each text once, in one size: widths grow with the size. For one drawing, because nothing is forgotten. */
export function rememberWidths({ textWidth }: TextTools): TextTools {
  const known = new Map<string, number>()
  return {
    textWidth: ({ text, family, size }) => {
      const key = `${family}\n${text}`
      const width = known.get(key) ?? textWidth({ text, family, size: measuredSize })
      known.set(key, width)
      return (width * size) / measuredSize
    },
  }
}

/** Returns how far a run moves what follows, in px. */
export function runWidth(
  { text, family }: TextRun,
  line: { family: string; size: number },
  { textWidth }: TextTools,
) {
  // The fonts of the machine are searched when a card is drawn, in another thread, because that takes long.
  if (family === null) return [...graphemes.segment(text)].length * line.size
  if (family !== undefined) return textWidth({ text, family, size: line.size }) + line.size * 0.08
  // The renderer measures what is drawn, and so no spaces at the ends.
  return textWidth({ ...line, text: `|${text}|` }) - textWidth({ ...line, text: '||' })
}

const lineWidth = (text: string, line: { family: string; size: number }, tools: TextTools): number =>
  textRuns(text).reduce((sum, run) => sum + runWidth(run, line, tools), 0)

/** Lines that fit a width, and their size in px. */
export type FittedText = { lines: string[]; size: number }

export type FitOptions = {
  family: string
  /** Sizes in px, the largest first. The smallest is used for a text that fits none; its last line is cut. */
  sizes: readonly number[]
  width: number
  maxLines: number
}

export function fitText(text: string, options: FitOptions, tools: TextTools): FittedText {
  const { family, sizes, width, maxLines } = options
  let fitted: FittedText = { lines: [], size: sizes.at(-1) ?? 0 }
  for (const size of sizes) {
    const measure = (part: string) => lineWidth(part, { family, size }, tools)
    const lines = wrap(text, measure, { width, maxLines })
    fitted = { lines, size }
    if (lines.length <= maxLines && lines.every((line) => measure(line) <= width)) return fitted
  }
  const measure = (part: string) => lineWidth(part, { family, size: fitted.size }, tools)
  const rest = fitted.lines.slice(maxLines - 1).join(' ')
  const kept = fitted.lines.slice(0, maxLines - 1).map((line) => cut(line, measure, width))
  return { ...fitted, lines: [...kept, cut(rest, measure, width)] }
}

/**
 * Breaks a text between words into lines; a word that is too long has its own line. A text that needs more lines has one more with
 * all the rest, which is not measured.
 */
function wrap(
  text: string,
  measure: (part: string) => number,
  { width, maxLines }: { width: number; maxLines: number },
): string[] {
  const lines: string[] = []
  const words = text.split(' ')
  for (const [index, word] of words.entries()) {
    if (lines.length > maxLines)
      return [...lines.slice(0, -1), [lines.at(-1), ...words.slice(index)].join(' ')]
    const line = lines.at(-1)
    const longer = line === undefined ? word : `${line} ${word}`
    if (line !== undefined && measure(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Cuts a line that is too long, between characters as people see them, and adds an ellipsis. */
function cut(line: string, measure: (part: string) => number, width: number): string {
  if (measure(line) <= width) return line
  const characters = [...graphemes.segment(line)].map(({ segment }) => segment)
  let [fits, tooMany] = [0, characters.length]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (measure(`${characters.slice(0, middle).join('')}…`) <= width) fits = middle
    else tooMany = middle
  }
  return `${characters.slice(0, fits).join('').trimEnd()}…`
}
