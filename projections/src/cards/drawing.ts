// The parts of which `draw-card.ts` makes every card, the picture that is shown where a link is shared, as SVG: texts, figures, badges and
// avatars, in the colours of the dark theme.

import { avatarColors, initials } from '@thirty/contracts/accounts/avatar-colors.ts'
import { challengeBriefs, difficultyLevel } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { escapeXml } from '@thirty/infra/images/svg-renderer.ts'
import { cardText, fitText, fonts, runWidth, textRuns, type FitOptions, type TextTools } from './card-text.ts'

export const cardSize = { width: 1200, height: 630 } as const
export const margin = 64

export const colors = {
  field: '#06282C',
  text: '#EAF5F4',
  quiet: '#A8C6C7',
  toCome: '#154046',
  done: '#48BDBA',
  bright: '#98F1E9',
  now: '#FFB21A',
  onNow: '#201600',
} as const

type TextStyle = {
  x: number
  y: number
  size: number
  family?: string
  fill?: string
  anchor?: 'start' | 'middle'
}

/** Draws the parts of cards in the fonts that `tools` measures. */
export class CardPen {
  readonly #tools: TextTools
  constructor(tools: TextTools) {
    this.#tools = tools
  }

  /** Draws one line; `y` is its baseline. */
  line(
    text: string,
    { x, y, size, family = fonts.text, fill = colors.text, anchor = 'start' }: TextStyle,
  ): string {
    const runs = textRuns(text).map((run) => ({
      ...run,
      width: runWidth(run, { family, size }, this.#tools),
    }))
    const width = runs.reduce((sum, run) => sum + run.width, 0)
    let left = anchor === 'middle' ? x - width / 2 : x
    return runs
      .map((run) => {
        const drawn = `<text xml:space="preserve" x="${round(left)}" y="${y}" font-family="${run.family ?? family}" font-size="${size}" fill="${fill}">${escapeXml(run.text)}</text>`
        left += run.width
        return drawn
      })
      .join('')
  }

  quiet(text: string, place: { x: number; y: number; size?: number }): string {
    return this.line(text, { size: 28, ...place, fill: colors.quiet })
  }

  /** Draws a text of a person in lines from `y`, the top, and returns where the next part begins. */
  block(
    text: string,
    { x, y, ...fit }: FitOptions & { x: number; y: number },
  ): { svg: string; bottom: number } {
    const { lines, size } = fitText(cardText(text), fit, this.#tools)
    const lineHeight = size * 1.12
    const svg = lines.map((line, index) => {
      const baseline = Math.round(y + size * 0.8 + index * lineHeight)
      return this.line(line, { x, y: baseline, size, family: fit.family })
    })
    return { svg: svg.join(''), bottom: y + lines.length * lineHeight }
  }

  /** Draws figures, each below its label, side by side above the thirty days. */
  figures(values: readonly (readonly [label: string, value: string])[]): string {
    const y = 416
    let x: number = margin
    return values
      .map(([label, value]) => {
        const width = Math.max(
          this.#tools.textWidth({ text: value, family: fonts.heading, size: 46 }),
          this.#tools.textWidth({ text: label, family: fonts.text, size: 24 }),
        )
        const drawn =
          this.quiet(label, { x, y, size: 24 }) +
          this.line(value, { x, y: y + 52, size: 46, family: fonts.heading })
        x += width + 56
        return drawn
      })
      .join('')
  }

  /** Draws a leaning plate with a word. */
  badge(text: string, { x, y }: { x: number; y: number }): string {
    const width = this.#tools.textWidth({ text, family: fonts.heading, size: 28 }) + 40
    return (
      `<g transform="translate(${x + 12} ${y + 48}) skewX(-14)"><rect y="-48" width="${width}" height="48" rx="6" fill="${colors.bright}"/></g>` +
      this.line(text, { x: x + 26, y: y + 34, size: 28, family: fonts.heading, fill: colors.field })
    )
  }

  avatar({ id, name, x, y, size }: { id: string; name: string; x: number; y: number; size: number }): string {
    const { base, stripe, offset } = avatarColors(id)
    const letters = this.line(initials(cardText(name)), {
      x: 50,
      y: 65,
      size: 42,
      family: fonts.heading,
      fill: '#FFFFFF',
      anchor: 'middle',
    })
    return (
      `<clipPath id="avatar"><rect width="100" height="100" rx="28"/></clipPath>` +
      `<g transform="translate(${x} ${y}) scale(${size / 100})"><g clip-path="url(#avatar)"><rect width="100" height="100" fill="${base}"/>` +
      `<g transform="translate(${offset * 60} 100) skewX(-14)" fill="${stripe}"><rect x="-14" y="-100" width="17" height="100"/><rect x="22" y="-100" width="17" height="100"/></g></g>` +
      `${letters}</g>`
    )
  }

  /** Puts the parts of a card between the mark of the product and its thirty days. */
  card(parts: readonly (string | false | undefined)[], colorOf: (day: number) => string): string {
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">` +
      `<rect width="${cardSize.width}" height="${cardSize.height}" fill="${colors.field}"/>` +
      `<g transform="translate(${margin} 92) scale(0.44)"><g transform="translate(3 0) skewX(-14)">` +
      `<rect y="-60" width="24" height="60" rx="5" fill="#5CCFCA"/><rect x="33" y="-96" width="24" height="96" rx="5" fill="${colors.now}"/>` +
      `<rect x="66" y="-40" width="24" height="40" rx="5" fill="#5CCFCA"/></g></g>` +
      `${this.line('Thirty', { x: margin + 56, y: 91, size: 36, family: fonts.heading })}${thirtyDays(colorOf)}` +
      `${parts.filter(Boolean).join('')}</svg>`
    )
  }
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Draws an image (PNG) with round corners; `id` is unique in the drawing. */
export function roundedImage(
  png: Buffer,
  {
    id,
    radius,
    ...place
  }: { id: string; x: number; y: number; width: number; height: number; radius: number },
): string {
  const { x, y, width, height } = place
  const area = `x="${x}" y="${y}" width="${width}" height="${height}"`
  return (
    `<clipPath id="${id}"><rect ${area} rx="${radius}"/></clipPath>` +
    `<image ${area} clip-path="url(#${id})" href="data:image/png;base64,${png.toString('base64')}"/>`
  )
}

const shares = { 1: 0.42, 2: 0.7, 3: 1 } as const
const strip = { height: 104, pitch: 39.2 } as const

/** The thirty days at the foot of a card, as tall as each is hard. */
function thirtyDays(colorOf: (day: number) => string): string {
  const bars = challengeBriefs.map(({ day, difficulty }, index) => {
    const height = Math.round(shares[difficultyLevel(difficulty)] * strip.height) + 8
    return `<rect x="${index * strip.pitch + 4}" y="${-height}" width="31" height="${height}" rx="6" fill="${colorOf(day)}"/>`
  })
  return `<g transform="translate(0 ${cardSize.height + 8}) skewX(-14)">${bars.join('')}</g>`
}
