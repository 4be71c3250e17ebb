import type { ImageEvent, ImageUse } from '@thirty/contracts/events/images.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { imageQuotaBytes, unusedImageLifetimeMs } from '@thirty/contracts/rules/images.ts'
import type { Fold, Recorded } from '../fold.ts'

/** What happened to the pictures of one user, the newest first: some have thousands, and one walk is enough. */
export type ImageHistory = { event: Recorded<ImageEvent>; before: ImageHistory } | undefined

export const imageHistoryFold: Fold<ImageHistory, ImageEvent> = {
  initial: undefined,
  evolve: (before, event) => ({ event, before }),
}

/** A picture of a user. `since` in milliseconds since 1970. */
export type TrackedImage = {
  picture: string
  bytes: number
  use: ImageUse
  since: number
  status: 'waiting' | 'kept' | 'discarded' | 'removed'
}

/** All pictures of a story. A picture that an earlier release took in is not among them. */
function picturesOf(story: ImageHistory): TrackedImage[] {
  const statuses = new Map<string, TrackedImage['status']>()
  const pictures: TrackedImage[] = []
  for (let step = story; step !== undefined; step = step.before) {
    const { type, data, at } = step.event
    const { picture } = data
    if (type === 'PictureUploaded') {
      const status = statuses.get(picture) ?? 'waiting'
      pictures.push({ picture, bytes: data.bytes, use: data.use, since: Date.parse(at), status })
    } else if (!statuses.has(picture)) statuses.set(picture, statusAfter[type])
  }
  return pictures
}

const statusAfter = {
  PictureKept: 'kept',
  PictureDiscarded: 'discarded',
  PictureRemoved: 'removed',
} as const

/** Takes a picture in, unless the user has too much already. */
export function recordUpload(
  story: ImageHistory,
  { picture, bytes, use }: Pick<TrackedImage, 'picture' | 'bytes' | 'use'>,
): ImageEvent[] {
  const stored = picturesOf(story).filter(({ status }) => status === 'waiting' || status === 'kept')
  const sum = stored.reduce((total, one) => total + one.bytes, 0)
  if (sum + bytes > imageQuotaBytes) {
    refuse('quota-reached', `You have used up the ${imageQuotaBytes / 1024 / 1024} MB for your pictures.`)
  }
  return [{ type: 'PictureUploaded', data: { picture, bytes, use } }]
}

/** What nobody knows of is from before pictures were noted, and stays. */
const find = (story: ImageHistory, picture: string): TrackedImage | undefined =>
  picturesOf(story).find((one) => one.picture === picture)

const isWaiting = (known: TrackedImage): boolean => known.status === 'waiting' && known.use === 'screenshot'

/**
 * Whether a picture might be swept away before a project that is handed in now is seen to show it. A sweep looks at the
 * projects before it gives a picture up, so one that is younger than half of its time is in no danger. `now` in
 * milliseconds.
 */
export function isExpiring(story: ImageHistory, picture: string, now: number): boolean {
  const known = find(story, picture)
  if (known === undefined || known.status === 'kept') return false
  return !isWaiting(known) || now - known.since >= unusedImageLifetimeMs / 2
}

/** Keeps a picture that a project is about to show, once. Refuses one that is gone, or is no screenshot. */
export function keep(story: ImageHistory, picture: string): ImageEvent[] {
  const known = find(story, picture)
  if (known === undefined || known.status === 'kept') return []
  if (isWaiting(known)) return [{ type: 'PictureKept', data: { picture } }]
  return refuse('invalid-fields', 'Upload the screenshot first', { imageUrl: 'Upload the screenshot first' })
}

/** The profile image of a user, and pictures whose day is over, each with whether a project shows it. */
export type ExpiredUploads = {
  profileImage: string | null
  expired: ReadonlyMap<string, { isShown: boolean }>
}

/**
 * After a day a picture is kept for good, if a project shows it, or given up, if nothing does: screenshots that were not
 * handed in, and profile images but the present one. What is not due is left alone: nobody has looked who shows it.
 */
export function keepOrDiscardExpired(
  story: ImageHistory,
  { profileImage, expired: due }: ExpiredUploads,
): ImageEvent[] {
  return picturesOf(story).flatMap(({ picture, status }) => {
    const looked = status === 'waiting' && picture !== profileImage ? due.get(picture) : undefined
    if (looked === undefined) return []
    return { type: looked.isShown ? 'PictureKept' : 'PictureDiscarded', data: { picture } }
  })
}

/** What was given up, and is perhaps still stored. */
export const discardedImages = (story: ImageHistory): string[] =>
  picturesOf(story)
    .filter(({ status }) => status === 'discarded')
    .map(({ picture }) => picture)

/** Notes that the files of these are gone. */
export function recordRemoval(story: ImageHistory, pictures: readonly string[]): ImageEvent[] {
  const discarded = new Set(discardedImages(story))
  return pictures
    .filter((picture) => discarded.has(picture))
    .map((picture) => ({ type: 'PictureRemoved', data: { picture } }))
}
