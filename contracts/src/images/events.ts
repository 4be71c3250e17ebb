import { z } from 'zod'
import { unauditedEvent, type EventOf } from '../events/event-definition.ts'

const picture = z.string()

/**
 * Streams `pictures-<user>`: the images that a user uploaded. `picture` is the name of an image in the media store.
 * Each image is uploaded and then either kept or discarded, never both; a discarded image is removed.
 */
export const imageEvents = {
  /** Appended before the files are stored, so that the log knows every file. `bytes` includes the thumbnail. */
  PictureUploaded: unauditedEvent({ picture, bytes: z.int(), use: z.enum(['screenshot', 'profile']) }),
  /** Appended before a project or profile uses the image. From here on it is never removed. */
  PictureKept: unauditedEvent({ picture }),
  /** The image was unused for too long. From here on it cannot be used any more. */
  PictureDiscarded: unauditedEvent({ picture }),
  /** The files of the image were deleted. */
  PictureRemoved: unauditedEvent({ picture }),
}
export type ImageEvent = EventOf<typeof imageEvents>

export type ImageUse = (ImageEvent & { type: 'PictureUploaded' })['data']['use']
