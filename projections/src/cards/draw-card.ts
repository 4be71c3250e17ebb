// Draws the cards of projects, participants and certificates as SVG.

import type { Certificate } from '@thirty/contracts/leaderboard/certificates-api.ts'
import { fonts, type TextTools } from './card-text.ts'
import type { CardTexts } from './card-texts.ts'
import {
  avatar,
  badge,
  card,
  cardSize,
  colors,
  figure,
  margin,
  roundedImage,
  textBlock,
  textLine,
} from './drawing.ts'
import type { ParticipantFacts, ProjectFacts } from './facts.ts'

/** Size of the screenshot on the card of a project, and of the image of a person, in px. */
export const screenshotSize = { width: 480, height: 300 } as const
export const portraitSize = 176

/** How a card is drawn: its words, and the tools that measure them. */
export type CardStyle = { texts: CardTexts; tools: TextTools }

/** Draws the card of a project. `screenshot` is a PNG; without one, the text has the whole width. */
export function drawProject(facts: ProjectFacts, screenshot: Buffer | undefined, style: CardStyle): string {
  const { texts, tools } = style
  const { title, owner, day, averageRating, ratingCount, isFrozen } = facts
  const width = screenshot
    ? cardSize.width - 2 * margin - screenshotSize.width - 48
    : cardSize.width - 2 * margin
  const heading = { x: margin, y: 208, family: fonts.heading, sizes: [60, 50, 42], width, maxLines: 3 }
  const name = textBlock(title, heading, tools)
  const by = { x: margin, y: name.bottom + 14, family: fonts.text, sizes: [30], width, maxLines: 1 }
  const person = textBlock(texts.text('by', { name: texts.name(owner) }), by, tools)
  const content = [
    badge({ text: texts.text('day', { day }), x: margin, y: 138 }, tools),
    name.svg,
    person.svg,
    rating({ averageRating, ratingCount, y: Math.round(person.bottom + 40) }, style),
    isFrozen && frozenLine({ x: margin, y: Math.round(person.bottom + 84) }, style),
    screenshot &&
      roundedImage(screenshot, {
        id: 'screenshot',
        x: cardSize.width - margin - screenshotSize.width,
        y: 138,
        ...screenshotSize,
        radius: 16,
      }),
  ]
  return card(
    content.filter(Boolean).join(''),
    (other) => (other === day ? colors.bright : colors.toCome),
    tools,
  )
}

function rating(
  { averageRating, ratingCount, y }: { averageRating: number; ratingCount: number; y: number },
  { texts, tools }: CardStyle,
): string {
  if (ratingCount === 0)
    return textLine(texts.text('notRated'), { x: margin, y, size: 28, fill: colors.quiet }, tools)
  return (
    `<path transform="translate(${margin} ${y - 26}) scale(1.25)" fill="${colors.now}" d="M12 1l3.2 7 7.6.8-5.7 5.1 1.6 7.5L12 17.6l-6.7 3.8 1.6-7.5L1.2 8.8 8.8 8z"/>` +
    textLine(
      oneDecimal(averageRating, texts),
      { x: margin + 42, y, size: 34, family: fonts.heading },
      tools,
    ) +
    textLine(
      texts.text('ofFive', { ratings: ratingCount }),
      { x: margin + 122, y, size: 28, fill: colors.quiet },
      tools,
    )
  )
}

/** Draws the card of a participant. `portrait` is a PNG; without one, their initials are drawn. */
export function drawParticipant(
  facts: ParticipantFacts,
  portrait: Buffer | undefined,
  style: CardStyle,
): string {
  const { texts, tools } = style
  const { id, rank, points, streak, days, isFrozen } = facts
  const name = texts.name(facts)
  const place = { x: margin, y: 150, size: portraitSize }
  const left = margin + portraitSize + 40
  const heading = {
    family: fonts.heading,
    sizes: [72, 58, 46],
    width: cardSize.width - margin - left,
    maxLines: 2,
  }
  const lines = textBlock(name, { ...heading, x: left, y: 170 }, tools)
  const content = [
    portrait
      ? roundedImage(portrait, {
          id: 'portrait',
          x: place.x,
          y: place.y,
          width: portraitSize,
          height: portraitSize,
          radius: 49,
        })
      : avatar({ id, name, ...place }, tools),
    lines.svg,
    isFrozen && frozenLine({ x: left, y: Math.round(lines.bottom + 36) }, style),
    figures(
      [
        [texts.text('rank'), rank.toLocaleString(texts.locale)],
        [texts.text('points'), oneDecimal(points, texts)],
        [texts.text('projects'), texts.text('projectsOfThirty', { projects: days.length })],
        [texts.text('streak'), texts.text('days', { days: streak })],
      ],
      tools,
    ),
  ]
  return card(
    content.filter(Boolean).join(''),
    (day) => (days.includes(day) ? colors.done : colors.toCome),
    tools,
  )
}

/** Says that ratings of later are not in the figures. */
const frozenLine = (place: { x: number; y: number }, { texts, tools }: CardStyle): string =>
  textLine(texts.text('frozen'), { ...place, size: 28, fill: colors.quiet }, tools)

/** Draws the card of a certificate. */
export function drawCertificate(certificate: Certificate, { texts, tools }: CardStyle): string {
  const { completedAt, timeZone, points, rank, ended, pending } = certificate
  const heading = {
    x: margin,
    y: 196,
    family: fonts.heading,
    sizes: [76, 62, 48],
    width: cardSize.width - 2 * margin,
    maxLines: 2,
  }
  const date = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'medium', timeZone }).format(
    Date.parse(completedAt),
  )
  const validKind = pending > 0 ? 'pendingCertificate' : 'certificate'
  const kind = texts.text(ended === null ? validKind : 'endedCertificate')
  const lines = textBlock(texts.name(certificate), heading, tools)
  const content = [
    textLine(kind, { x: margin, y: 166, size: 30, fill: colors.quiet }, tools),
    lines.svg,
    textLine(
      texts.text('completedChallenge'),
      { x: margin, y: Math.round(lines.bottom + 36), size: 30, fill: colors.quiet },
      tools,
    ),
    figures(
      [
        [texts.text('completed'), date],
        [texts.text('points'), oneDecimal(points, texts)],
        ...(rank === null ? [] : [[texts.text('rank'), rank.toLocaleString(texts.locale)] as const]),
      ],
      tools,
    ),
  ]
  return card(
    content.join(''),
    (day) => (ended !== null ? colors.toCome : day === 30 ? colors.now : colors.bright),
    tools,
  )
}

/** Draws figures side by side above the thirty days. */
function figures(values: readonly (readonly [label: string, value: string])[], tools: TextTools): string {
  let x: number = margin
  return values
    .map(([label, value]) => {
      const drawn = figure({ label, value, x, y: 416 }, tools)
      x = drawn.right
      return drawn.svg
    })
    .join('')
}

const oneDecimal = (number: number, { locale }: CardTexts): string =>
  number.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })
