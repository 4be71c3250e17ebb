import { createHash } from 'node:crypto'
import { pictureOfSize } from '@thirty/infra/images/picture-of-size.ts'
import type { SvgRenderer } from '@thirty/infra/images/svg-renderer.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { LRUCache } from 'lru-cache'
import { drawCertificate, drawParticipant, drawProject, portraitSize, screenshotSize } from './draw-card.ts'
import type { CardFacts } from './facts.ts'

/** A card that can be drawn. `version` changes with everything that it shows. */
export type CardImage = { version: string; png(): Promise<Buffer> }

/** Finds cards; `undefined` as in `CardFacts`. */
export type CardImages = { [Kind in keyof CardFacts]: (id: string) => Promise<CardImage | undefined> }

export type CardImagesOptions = {
  facts: CardFacts
  media: Pick<Media, 'open'>
  renderer: SvgRenderer
}

/** Bytes of drawn cards that are kept. A card has about 50 kB. */
const maxCachedBytes = 24 * 1024 * 1024
/** Raise it when cards look different, so that copies elsewhere are replaced. */
const layout = 1

/** Draws cards and keeps the newest. A card that several callers request at once is drawn once. */
export function cardImages({ facts, media, renderer }: CardImagesOptions): CardImages {
  const drawn = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length,
  })
  const running = new Map<string, Promise<Buffer>>()

  const cardOf = (kind: keyof CardFacts, shown: object, draw: () => Promise<string>): CardImage => {
    const version = createHash('sha256')
      .update(JSON.stringify([layout, kind, shown]))
      .digest('base64url')
    const render = async () => {
      try {
        const png = await renderer.render(await draw())
        drawn.set(version, png)
        return png
      } finally {
        running.delete(version)
      }
    }
    return {
      version,
      png: async () => {
        const known = drawn.get(version) ?? running.get(version)
        if (known !== undefined) return known
        const rendering = render()
        running.set(version, rendering)
        return rendering
      },
    }
  }

  /** Returns an image of the media store as PNG; `undefined` for one that is missing or cannot be read. */
  const load = async (name: string | null, width: number, height: number): Promise<Buffer | undefined> => {
    if (name === null) return undefined
    try {
      const image = await media.open(name)
      return image && (await pictureOfSize(image.content, width, height))
    } catch {
      // A card without a picture is better than none.
      return undefined
    }
  }

  return {
    project: async (id) => {
      const found = await facts.project(id)
      if (found === undefined) return undefined
      const { width, height } = screenshotSize
      return cardOf('project', found, async () =>
        drawProject(found, await load(found.image, width, height), renderer),
      )
    },
    participant: async (id) => {
      const found = await facts.participant(id)
      if (found === undefined) return undefined
      return cardOf('participant', found, async () =>
        drawParticipant(found, await load(found.image, portraitSize, portraitSize), renderer),
      )
    },
    certificate: async (code) => {
      const found = await facts.certificate(code)
      return found && cardOf('certificate', found, async () => drawCertificate(found, renderer))
    },
  }
}
