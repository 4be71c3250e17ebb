import { z } from 'zod'
import type { EventOf } from './event-definition.ts'

const picture = z.string()

/**
 * Streams `pictures-<user>`: what somebody uploaded, and what became of it. `picture` is a name in the media store.
 * A picture is uploaded, and then kept or discarded, never both; what was discarded is removed.
 */
export const imageEvents = {
  /** Before it is stored, so that no file is there of which the log does not know. `bytes`: with its thumbnail. */
  PictureUploaded: {
    version: 1,
    data: z.object({ picture, bytes: z.int(), use: z.enum(['screenshot', 'profile']) }),
  },
  /** A project is about to show it: the history needs it for ever from here on. */
  PictureKept: { version: 1, data: z.object({ picture }) },
  /** Nothing showed it for too long: nothing may from here on. */
  PictureDiscarded: { version: 1, data: z.object({ picture }) },
  /** Its files are gone. */
  PictureRemoved: { version: 1, data: z.object({ picture }) },
}
export type ImageEvent = EventOf<typeof imageEvents>

export type ImageUse = (ImageEvent & { type: 'PictureUploaded' })['data']['use']
