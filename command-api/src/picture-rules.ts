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

/** What nobody knows of is from before pictures were noted, and stays. */
const find = (story: PictureStory, picture: string): KnownPicture | undefined =>
  picturesOf(story).find((one) => one.picture === picture)

const isWaiting = (known: KnownPicture): boolean => known.status === 'waiting' && known.use === 'screenshot'

/**
 * Whether a picture might be swept away before a project that is handed in now is seen to show it. A sweep looks at the
 * projects before it gives a picture up, so one that is younger than half of its time is in no danger. `now` in
 * milliseconds.
 */
export function isInDanger(story: PictureStory, picture: string, now: number): boolean {
  const known = find(story, picture)
  if (known === undefined || known.status === 'kept') return false
  return !isWaiting(known) || now - known.since >= unusedFor / 2
}

/** Keeps a picture that a project is about to show, once. Refuses one that is gone, or is no screenshot. */
export function keep(story: PictureStory, picture: string): PictureEvent[] {
  const known = find(story, picture)
  if (known === undefined || known.status === 'kept') return []
  if (isWaiting(known)) return [{ type: 'PictureKept', data: { picture } }]
  return refuse('invalid-fields', 'Upload the screenshot first', { imageUrl: 'Upload the screenshot first' })
}

/** The profile image of a user, and pictures whose day is over, each with whether a project shows it. */
export type Due = { profileImage: string | null; due: ReadonlyMap<string, { isShown: boolean }> }

/**
 * After a day a picture is kept for good, if a project shows it, or given up, if nothing does: screenshots that were not
 * handed in, and profile images but the present one. What is not due is left alone: nobody has looked who shows it.
 */
export function settleWaiting(story: PictureStory, { profileImage, due }: Due): PictureEvent[] {
  return picturesOf(story).flatMap(({ picture, status }) => {
    const looked = status === 'waiting' && picture !== profileImage ? due.get(picture) : undefined
    if (looked === undefined) return []
    return { type: looked.isShown ? 'PictureKept' : 'PictureDiscarded', data: { picture } }
  })
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
