// Draws share cards, the images that other sites show of a shared page, when they are requested, and caches them. A card has some 30 kB,
// with a screenshot 100 to 400 kB, and takes 0.1 seconds of another thread; more with fonts of the machine. Two are drawn at once and
// twenty wait. Cards are kept by a hash of everything that they show, which is their ETag; a card without its image is not kept. They are
// SVG that resvg draws: a browser needs a hundred times the memory, and sharp draws text with the fonts of the machine. Fonts are files of
// one weight (`frontend/build/card-fonts.ts`); Chinese, Japanese and Korean would be 15 MB, so they need fonts of the machine.

import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { imageOfSize } from '@thirty/infra/images/image-of-size.ts'
import { type SvgRenderer, svgRenderer } from '@thirty/infra/images/svg-renderer.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { LRUCache } from 'lru-cache'
import { rememberWidths, foreignCharacters } from './card-text.ts'
import { cardTextsIn, type CardTexts } from './card-texts.ts'
import {
  drawCertificate,
  drawParticipant,
  drawProject,
  portraitSize,
  screenshotSize,
  type CardStyle,
  CardPen,
} from './draw-card.ts'
import type { CardFacts } from '../card-facts.ts'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cardEndpoints } from '@thirty/contracts/leaderboard/cards-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Request, Response } from 'express'

/** A card as PNG. `isComplete`: false if its image was left out because the media store failed; another try may have it. */
type DrawnCard = { png: Buffer; isComplete: boolean }

/** A card that can be drawn. `version` changes with everything that it shows. */
export type CardImage = {
  version: string
  /** Throws the refusal `busy` when too many cards wait. */
  draw(): Promise<DrawnCard>
}

/** Finds cards in a language; in English for an unknown one. `undefined` as in `CardFacts`. */
type CardImages = {
  [Kind in keyof CardFacts]: (id: string, language: string) => Promise<CardImage | undefined>
}

type CardImagesOptions = { facts: CardFacts; media: Pick<Media, 'open'>; renderer: SvgRenderer }

const maxCachedBytes = 24 * 1024 * 1024
/** Raise it when cards look different, so that copies elsewhere are replaced. */
const layout = 2

/** An image of the media store and its size on the card in px. */
type StoredImage = { name: string | null; width: number; height: number }

type Drawing = {
  texts: CardTexts
  stored?: StoredImage
  toSvg(image: Buffer | undefined, style: CardStyle): string
}

/** Draws cards and keeps the newest. A card that several callers request at once is drawn once. */
export function cardImages({ facts, media, renderer }: CardImagesOptions): CardImages {
  const drawn = new LRUCache<string, DrawnCard, Drawing>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ png }) => png.length,
    fetchMethod: async (_version, _before, { context: { texts, stored, toSvg } }) => {
      let isComplete = true
      const png = await renderer.render(async () => {
        const image = await load(media, stored).catch(() => void (isComplete = false))
        return toSvg(image, { texts, pen: new CardPen(rememberWidths(renderer)) })
      })
      return { png, isComplete }
    },
  })

  const find =
    <Shown extends object>(
      kind: keyof CardFacts,
      loadFacts: (id: string) => Promise<Shown | undefined>,
      drawingOf: (shown: Shown) => Omit<Drawing, 'texts'>,
    ) =>
    async (id: string, language: string): Promise<CardImage | undefined> => {
      const shown = await loadFacts(id)
      if (shown === undefined) return undefined
      const texts = cardTextsIn(language)
      const content = JSON.stringify([layout, kind, shown, texts.language])
      const version = hash('sha256', content, 'base64url')
      return {
        version,
        draw: async () => {
          const card = await drawn.forceFetch(version, { context: { texts, ...drawingOf(shown) } })
          if (!card.isComplete) drawn.delete(version)
          return card
        },
      }
    }

  return {
    project: find('project', facts.project, (shown) => ({
      stored: { name: shown.image, ...screenshotSize },
      toSvg: (image, style) => drawProject(shown, image, style),
    })),
    participant: find('participant', facts.participant, (shown) => ({
      stored: { name: shown.image, width: portraitSize, height: portraitSize },
      toSvg: (image, style) => drawParticipant(shown, image, style),
    })),
    certificate: find('certificate', facts.certificate, (shown) => ({
      toSvg: (_image, style) => drawCertificate(shown, style),
    })),
  }
}

/**
 * Loads an image as PNG; `undefined` for a missing or broken one, because a card without an image is better than none. Throws an error of
 * the store.
 */
async function load(media: Pick<Media, 'open'>, stored: StoredImage | undefined) {
  const found = stored?.name && (await media.open(stored.name))
  if (!found) return undefined
  const content = await buffer(found.content)
  // A file that is not an image will never be one.
  return imageOfSize(content, stored.width, stored.height).catch(() => undefined)
}

const folder = join(import.meta.dirname, 'fonts')

/** Returns the font files of cards. The file with the basic letters of a family comes first, because the renderer uses the first one. */
const cardFonts = (): string[] =>
  readdirSync(folder)
    .map((name) => name.replace(/\.ttf$/, ''))
    .toSorted()
    .map((name) => join(folder, `${name}.ttf`))

export const cardRenderer = (): SvgRenderer =>
  svgRenderer({ fontFiles: cardFonts(), needsSystemFonts: foreignCharacters })

export const cardHandlers = (cards: CardImages): Endpoint[] => [
  endpoint(cardEndpoints.project)(async ({ params, query, ...exchange }) => {
    const card = await cards.project(params.projectId, query.language)
    return send(card ?? refuse('project-not-found', 'projectNotFound'), exchange)
  }),
  endpoint(cardEndpoints.participant)(async ({ params, query, ...exchange }) => {
    const card = await cards.participant(params.userId, query.language)
    return send(card ?? refuse('user-not-found', 'participantNotFound'), exchange)
  }),
  endpoint(cardEndpoints.certificate)(async ({ params, query, ...exchange }) => {
    const card = await cards.certificate(params.code, query.language)
    return send(card ?? refuse('certificate-not-found', 'certificateNotFound'), exchange)
  }),
]

/**
 * Sends a card, or says that the caller has it already. Other sites keep it for five minutes before they ask again. Nothing is set before
 * the card is drawn, because an error must not be kept; neither is a card whose image could not be loaded.
 */
async function send(card: CardImage, { request, response }: { request: Request; response: Response }) {
  const cached = { ...embeddable, 'Cache-Control': 'public, max-age=300', ETag: `"${card.version}"` }
  // Express compares the tag of the response with the tag of the request.
  response.set('ETag', cached.ETag)
  const status = request.fresh ? 304 : 200
  if (request.method === 'HEAD' || status === 304)
    return void response.set(cached).status(status).type('png').end()
  response.removeHeader('ETag')
  const { png, isComplete } = await card.draw()
  response.set(isComplete ? cached : { ...embeddable, 'Cache-Control': 'no-store' })
  return { type: 'image/png' as const, content: chunks(png) }
}

/** Pages of other sites may show cards. */
const embeddable = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

async function* chunks(png: Buffer) {
  yield png
}
