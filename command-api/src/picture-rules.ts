import type { PictureEvent, PictureUse } from '@thirty/contracts/events/pictures.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { pictureQuota, unusedFor } from '@thirty/contracts/rules/pictures.ts'
import type { Fold, Past } from './fold.ts'

/** What happened to the pictures of one user, the newest first: some have thousands, and one walk is enough. */
export type PictureStory = { event: Past<PictureEvent>; before: PictureStory } | undefined

export const pictureStory: Fold<PictureStory, PictureEvent> = {
  initial: undefined,
  evolve: (before, event) => ({ event, before }),
}

/** A picture of a user. `since` in milliseconds since 1970. */
export type KnownPicture = {
  picture: string
  bytes: number
  use: PictureUse
  since: number
  status: 'waiting' | 'kept' | 'discarded' | 'removed'
}

/** All pictures of a story. A picture that an earlier release took in is not among them. */
function picturesOf(story: PictureStory): KnownPicture[] {
  const statuses = new Map<string, KnownPicture['status']>()
  const pictures: KnownPicture[] = []
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
export function upload(
  story: PictureStory,
  { picture, bytes, use }: Pick<KnownPicture, 'picture' | 'bytes' | 'use'>,
): PictureEvent[] {
  const stored = picturesOf(story).filter(({ status }) => status === 'waiting' || status === 'kept')
  const sum = stored.reduce((total, one) => total + one.bytes, 0)
  if (sum + bytes > pictureQuota) {
    refuse('quota-reached', `You have used up the ${pictureQuota / 1024 / 1024} MB for your pictures.`)
  }
  return [{ type: 'PictureUploaded', data: { picture, bytes, use } }]
}

/** Keeps a picture that a project is about to show. What nobody knows of is from before pictures were noted, and stays. */
export function keep(story: PictureStory, picture: string): PictureEvent[] {
  const known = picturesOf(story).find((one) => one.picture === picture)
  if (known === undefined || known.status === 'kept') return []
  if (known.status === 'waiting' && known.use === 'screenshot')
    return [{ type: 'PictureKept', data: { picture } }]
  return refuse('invalid-fields', 'Upload the screenshot first', { imageUrl: 'Upload the screenshot first' })
}

/**
 * Gives up what nothing has shown for a day: screenshots that were not handed in, and profile images but the present
 * one. `now` in milliseconds.
 */
export function discardUnused(
  story: PictureStory,
  { now, profileImage }: { now: number; profileImage: string | null },
): PictureEvent[] {
  return picturesOf(story)
    .filter(({ status, since }) => status === 'waiting' && now - since >= unusedFor)
    .filter(({ picture }) => picture !== profileImage)
    .map(({ picture }) => ({ type: 'PictureDiscarded', data: { picture } }))
}

/** What was given up, and is perhaps still stored. */
export const discardedIn = (story: PictureStory): string[] =>
  picturesOf(story)
    .filter(({ status }) => status === 'discarded')
    .map(({ picture }) => picture)

/** Notes that the files of these are gone. */
export function noteRemoved(story: PictureStory, pictures: readonly string[]): PictureEvent[] {
  const discarded = new Set(discardedIn(story))
  return pictures
    .filter((picture) => discarded.has(picture))
    .map((picture) => ({ type: 'PictureRemoved', data: { picture } }))
}
