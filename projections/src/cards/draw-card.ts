// Draws the cards of projects, participants and certificates as SVG.

import type { Certificate } from '@thirty/contracts/leaderboard/certificates-api.ts'
import { fonts } from './card-text.ts'
import type { CardTexts } from './card-texts.ts'
import { cardSize, colors, margin, roundedImage, type CardPen } from './drawing.ts'
import type { ParticipantFacts, ProjectFacts } from '../card-facts.ts'

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
