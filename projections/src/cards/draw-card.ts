// Draws the cards of projects, participants and certificates as SVG, the picture that is shown where a link is shared, in the colours of the
// dark theme, and the parts of which each is made: texts, figures, badges and avatars.

import type { Certificate } from '@thirty/contracts/leaderboard/certificates-api.ts'
import { fonts, cardText, fitText, runWidth, textRuns, type FitOptions, type TextTools } from './card-text.ts'
import type { CardTexts } from './card-texts.ts'
import type { ParticipantFacts, ProjectFacts } from '../card-facts.ts'
import { avatarColors, initials } from '@thirty/contracts/accounts/avatar-colors.ts'
import { challengeBriefs, difficultyLevel } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { escapeXml } from '@thirty/infra/images/svg-renderer.ts'

const cardSize = { width: 1200, height: 630 } as const
const margin = 64

const colors = {
  field: '#06282C',
  text: '#EAF5F4',
  quiet: '#A8C6C7',
  toCome: '#154046',
  done: '#48BDBA',
  bright: '#98F1E9',
  now: '#FFB21A',
} as const

/** Size of the screenshot on the card of a project, and of the image of a person, in px. */
export const screenshotSize = { width: 480, height: 300 } as const
export const portraitSize = 176

export type CardStyle = { texts: CardTexts; pen: CardPen }

const innerWidth = cardSize.width - 2 * margin

/** Draws the card of a project. `screenshot` is a PNG; without one, the text has the whole width. */
export function drawProject(facts: ProjectFacts, screenshot: Buffer | undefined, style: CardStyle): string {
  const { texts, pen } = style
  const { title, owner, day, isFrozen } = facts
  const width = screenshot ? innerWidth - screenshotSize.width - 48 : innerWidth
  const heading = { x: margin, y: 208, family: fonts.heading, sizes: [60, 50, 42], width, maxLines: 3 }
  const name = pen.block(title, heading)
  const by = { x: margin, y: name.bottom + 14, family: fonts.text, sizes: [30], width, maxLines: 1 }
  const person = pen.block(texts.text('by', { name: texts.name(owner) }), by)
  const parts = [
    pen.badge(texts.text('day', { day }), { x: margin, y: 138 }),
    name.svg,
    person.svg,
    rating(facts, Math.round(person.bottom + 40), style),
    isFrozen && pen.quiet(texts.text('frozen'), { x: margin, y: Math.round(person.bottom + 84) }),
    screenshot &&
      roundedImage(screenshot, {
        id: 'screenshot',
        x: cardSize.width - margin - screenshotSize.width,
        y: 138,
        ...screenshotSize,
        radius: 16,
      }),
  ]
  return pen.card(parts, (other) => (other === day ? colors.bright : colors.toCome))
}

function rating({ averageRating, ratingCount }: ProjectFacts, y: number, { texts, pen }: CardStyle): string {
  if (ratingCount === 0) return pen.quiet(texts.text('notRated'), { x: margin, y })
  return (
    `<path transform="translate(${margin} ${y - 26}) scale(1.25)" fill="${colors.now}" d="M12 1l3.2 7 7.6.8-5.7 5.1 1.6 7.5L12 17.6l-6.7 3.8 1.6-7.5L1.2 8.8 8.8 8z"/>` +
    pen.line(oneDecimal(averageRating, texts), { x: margin + 42, y, size: 34, family: fonts.heading }) +
    pen.quiet(texts.text('ofFive', { ratings: ratingCount }), { x: margin + 122, y })
  )
}

/** Draws the card of a participant. `portrait` is a PNG; without one, their initials are drawn. */
export function drawParticipant(
  facts: ParticipantFacts,
  portrait: Buffer | undefined,
  { texts, pen }: CardStyle,
): string {
  const { id, rank, points, streak, days, isFrozen } = facts
  const name = texts.name(facts)
  const place = { id: 'portrait', x: margin, y: 150, width: portraitSize, height: portraitSize, radius: 49 }
  const left = margin + portraitSize + 40
  const width = cardSize.width - margin - left
  const heading = { x: left, y: 170, family: fonts.heading, sizes: [72, 58, 46], width, maxLines: 2 }
  const lines = pen.block(name, heading)
  const parts = [
    portrait ? roundedImage(portrait, place) : pen.avatar({ ...place, id, name, size: portraitSize }),
    lines.svg,
    isFrozen && pen.quiet(texts.text('frozen'), { x: left, y: Math.round(lines.bottom + 36) }),
    pen.figures([
      [texts.text('rank'), rank.toLocaleString(texts.locale)],
      [texts.text('points'), oneDecimal(points, texts)],
      [texts.text('projects'), texts.text('projectsOfThirty', { projects: days.length })],
      [texts.text('streak'), texts.text('days', { days: streak })],
    ]),
  ]
  return pen.card(parts, (day) => (days.includes(day) ? colors.done : colors.toCome))
}

export function drawCertificate(certificate: Certificate, { texts, pen }: CardStyle): string {
  const { completedAt, timeZone, points, rank, ended, pending } = certificate
  const sizes = [76, 62, 48]
  const heading = { x: margin, y: 196, family: fonts.heading, sizes, width: innerWidth, maxLines: 2 }
  const date = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'medium', timeZone }).format(
    Date.parse(completedAt),
  )
  const validKind = pending > 0 ? 'pendingCertificate' : 'certificate'
  const kind = texts.text(ended === null ? validKind : 'endedCertificate')
  const lines = pen.block(texts.name(certificate), heading)
  const parts = [
    pen.quiet(kind, { x: margin, y: 166, size: 30 }),
    lines.svg,
    pen.quiet(texts.text('completedChallenge'), { x: margin, y: Math.round(lines.bottom + 36), size: 30 }),
    pen.figures([
      [texts.text('completed'), date],
      [texts.text('points'), oneDecimal(points, texts)],
      ...(rank === null ? [] : [[texts.text('rank'), rank.toLocaleString(texts.locale)] as const]),
    ]),
  ]
  return pen.card(parts, (day) => (ended !== null ? colors.toCome : day === 30 ? colors.now : colors.bright))
}

const oneDecimal = (number: number, { locale }: CardTexts): string =>
  number.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })

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
  line(text: string, { x, y, size, family = fonts.text, fill = colors.text, anchor = 'start' }: TextStyle) {
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
  block(text: string, { x, y, ...fit }: FitOptions & { x: number; y: number }) {
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

type RoundedPlace = { id: string; x: number; y: number; width: number; height: number; radius: number }

/** Draws an image (PNG) with round corners; `id` is unique in the drawing. */
function roundedImage(png: Buffer, { id, x, y, width, height, radius }: RoundedPlace): string {
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
