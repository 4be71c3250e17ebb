// Decides which images of a user are kept and which are discarded, in one stream, `pictures-<user>`. A cleanup that compared stored files
// with projects would read two things that change meanwhile: a submission between its check and its removal would lose its image.
// - `PictureUploaded` is appended before the files are stored, so the log knows every file and nothing lists the media
//   store.
// - `PictureKept` is appended by the cleanup after a day if a project shows or ever showed the image (an earlier run
//   may be restored), or by a submission with an image of twelve hours or older, before the project. Clocks would have
//   to differ by twelve hours to lose an image.
// - `PictureDiscarded` is the decision of the cleanup; `PictureRemoved` follows when the files are gone.
// - Images of the demo are in no such stream: they use up nobody's quota and are never removed.

import { imageEvents, type ImageEvent, type ImageUse } from '@thirty/contracts/images/events.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { imageQuotaBytes, unusedImageLifetimeMs } from '@thirty/contracts/images/images.ts'
import type { Fold, Recorded } from '../fold.ts'

/**
 * The events of the images of one user, newest first. A linked list, because some users have thousands of images and a
 * command needs only one pass over it.
 */
export type ImageHistory = { event: Recorded<ImageEvent>; previous: ImageHistory } | undefined

export const imageHistoryFold: Fold<ImageHistory, ImageEvent> = {
  events: imageEvents,
  initial: undefined,
  evolve: (previous, event) => ({ event, previous }),
}

/** An image of a user. `name` is its name in the media store, `since` in milliseconds since 1970. */
export type TrackedImage = {
  name: string
  bytes: number
  use: ImageUse
  since: number
  status: 'waiting' | 'kept' | 'discarded' | 'removed'
}

/** Returns the images in a history. Uploads of releases that did not record them are missing. */
function trackedImages(history: ImageHistory): TrackedImage[] {
  const statuses = new Map<string, TrackedImage['status']>()
  const images: TrackedImage[] = []
  for (let entry = history; entry !== undefined; entry = entry.previous) {
    const { type, data, at } = entry.event
    const { picture: name } = data
    if (type === 'PictureUploaded') {
      const status = statuses.get(name) ?? 'waiting'
      images.push({ name, bytes: data.bytes, use: data.use, since: Date.parse(at), status })
    } else if (!statuses.has(name)) statuses.set(name, statusAfter[type])
  }
  return images
}

const statusAfter = {
  PictureKept: 'kept',
  PictureDiscarded: 'discarded',
  PictureRemoved: 'removed',
} as const

/** Records an upload, unless it exceeds the quota of the user. */
export function recordUpload(
  history: ImageHistory,
  { name, bytes, use }: Pick<TrackedImage, 'name' | 'bytes' | 'use'>,
): ImageEvent[] {
  const stored = trackedImages(history).filter(({ status }) => status === 'waiting' || status === 'kept')
  const storedBytes = stored.reduce((total, image) => total + image.bytes, 0)
  if (storedBytes + bytes > imageQuotaBytes)
    refuse('quota-reached', 'imageStorageFull', { size: imageQuotaBytes / 1024 / 1024 })
  return [{ type: 'PictureUploaded', data: { picture: name, bytes, use } }]
}

/**
 * Keeps an image that a project is about to show, if the cleanup might remove it before it sees that project. The cleanup reads the
 * projects before it discards an image, so an image in the first half of its lifetime is safe. Images that were uploaded
 * before uploads were recorded are never removed. Refuses a removed image, and an image that is not a screenshot. `now`: milliseconds since
 * 1970.
 */
export function keepExpiring(history: ImageHistory, picture: string, now: number): ImageEvent[] {
  const image = trackedImages(history).find(({ name }) => name === picture)
  if (image === undefined || image.status === 'kept') return []
  const { status, use, since } = image
  if (status !== 'waiting' || use !== 'screenshot') return refuseField('imageUrl', 'uploadScreenshotFirst')
  return now - since < unusedImageLifetimeMs / 2 ? [] : [{ type: 'PictureKept', data: { picture } }]
}

/**
 * After a day, an image that a project shows is kept forever, and any other image is discarded. `expired` has the images whose lifetime is
 * over, by name, without those in use elsewhere; others stay as they are: it is unknown whether a project shows them.
 */
export function keepOrDiscardExpired(
  history: ImageHistory,
  expired: ReadonlyMap<string, { isShown: boolean }>,
): ImageEvent[] {
  return trackedImages(history).flatMap(({ name, status }) => {
    const upload = expired.get(name)
    if (upload === undefined || status !== 'waiting') return []
    return { type: upload.isShown ? 'PictureKept' : 'PictureDiscarded', data: { picture: name } }
  })
}

/** Discards the profile images of a deleted account at once. Screenshots are left to the cleanup: projects may show them. */
export const discardProfileImages = (history: ImageHistory): ImageEvent[] =>
  trackedImages(history)
    .filter(({ status, use }) => status === 'waiting' && use === 'profile')
    .map(({ name }) => ({ type: 'PictureDiscarded', data: { picture: name } }))

/** Returns whether the files of every image are either kept or removed for good. */
export const areImagesSettled = (history: ImageHistory): boolean =>
  trackedImages(history).every(({ status }) => status === 'kept' || status === 'removed')

/** Returns the discarded images whose files may still be stored. */
export const discardedImages = (history: ImageHistory): string[] =>
  trackedImages(history)
    .filter(({ status }) => status === 'discarded')
    .map(({ name }) => name)

/** Records that the files of discarded images were removed. Ignores images that are not discarded. */
export function recordRemoval(history: ImageHistory, removed: readonly string[]): ImageEvent[] {
  const discarded = new Set(discardedImages(history))
  return removed
    .filter((name) => discarded.has(name))
    .map((name) => ({ type: 'PictureRemoved', data: { picture: name } }))
}
