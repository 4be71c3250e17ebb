// The streams of the images of users, in which every image is recorded before it is stored, and what removes some again: in passes over the
// log the images that no project ever showed, except the current profile images and images in drafts; and the profile images of a deleted
// account at once.

import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { imageEvents, type ImageEvent } from '@thirty/contracts/images/events.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { thumbnailOf, unusedImageLifetimeMs } from '@thirty/contracts/images/images.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { logPasses } from '@thirty/infra/event-log/seen-history.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { streamKind, type Commands } from '../../fold.ts'
import { newContext } from '../../idempotency.ts'
import {
  areImagesSettled,
  discardedImages,
  discardProfileImages,
  imageHistoryFold,
  keepOrDiscardExpired,
  recordRemoval,
  type ImageHistory,
} from '../decide.ts'

const imagesStreamPrefix = 'pictures-'

/** The streams of the images of a user. */
export const imageHistories = streamKind((user) => `${imagesStreamPrefix}${user}`, imageHistoryFold)

export type ImageCleanupOptions = {
  log: Pick<EventLog, 'readAll' | 'readBackwards' | 'truncate'>
  commands: Commands
  media: Pick<Media, 'remove'>
  clock: Clock
  /** Returns whether the deletion of an account was recorded. */
  isDeleted(user: string): Promise<boolean>
  /** Returns the name of the current profile image of a user, null for none. */
  loadProfileImage(user: string): Promise<string | null>
  /** Returns the screenshots of projects that a user has not submitted yet. */
  imagesInDrafts(user: string): Promise<ReadonlySet<string>>
  /** Called with the error when the images of a user are left for the next pass. */
  onError: (error: unknown) => void
}

/** After this many failures, the log or the media store is considered unavailable, and the pass ends. */
const maxFailures = 3

/**
 * An image that may have to be removed: its owner, when to check it, and whether a project shows it. `uploadPosition` is
 * the position of the upload; missing for images that no project may show.
 */
type CleanupCandidate = { user: string; dueAt: number; isShown: boolean; uploadPosition?: bigint }

const projectStreamPrefix = 'project-'
/** The events after which a project shows an image. */
const showingEvents = pickEvents(projectEvents, 'ProjectSubmitted', 'ProjectRevised')

/** Several processes may run the cleanup at the same time. */
export function imageCleanup(options: ImageCleanupOptions) {
  const { log, clock, isDeleted, loadProfileImage, imagesInDrafts, onError } = options
  /** Candidates by image name, without kept images. */
  const candidates = new Map<string, CleanupCandidate>()
  // After the log was put back to an older copy, its images may be others.
  const readSinceLast = logPasses(log, () => candidates.clear())

  /** Returns false if it was stopped early. */
  const readLog = (isStopped: () => boolean): Promise<boolean> =>
    readSinceLast(async (range) => {
      for await (const batch of log.readAll({ ...range, streams: [imagesStreamPrefix] })) {
        if (isStopped()) return false
        for (const event of batch) if (isEventOf(imageEvents, event)) track(candidates, event)
      }
      // No project shows an image from before its upload, so the first pass has to read little more than a day.
      // Candidates are in the order of the log.
      const oldest = [...candidates.values()].find(({ uploadPosition }) => uploadPosition !== undefined)
      const after = range.after ?? oldest?.uploadPosition
      if (after === undefined) return true
      for await (const batch of log.readAll({ ...range, after, streams: [projectStreamPrefix] })) {
        if (isStopped()) return false
        for (const event of batch) {
          const candidate = isEventOf(showingEvents, event) ? candidates.get(event.data.image) : undefined
          if (candidate) candidate.isShown = true
        }
      }
      return true
    })

  return {
    /** Removes unused images that are older than a day. Ends early once `isStopped` returns true. */
    pass: async (isStopped: () => boolean = () => false): Promise<void> => {
      // Read the clock before the log, so that the log has every project that shows an image that is due.
      const now = clock()
      if (!(await readLog(isStopped))) return
      const due = [...candidates].filter(([, { dueAt }]) => dueAt <= now)
      let failures = 0
      for (const [user, expired] of Map.groupBy(due, ([, candidate]) => candidate.user)) {
        if (isStopped() || failures === maxFailures) return
        try {
          const inUse = new Set<string | null>(await imagesInDrafts(user)).add(await loadProfileImage(user))
          const unused = new Map(expired.filter(([image]) => !inUse.has(image)))
          await discardImages(options, user, (history) => keepOrDiscardExpired(history, unused))
          if (await isDeleted(user)) await forgetUploads(options, user)
          // The current profile image and images in drafts are still candidates after the next read: check them again in a day.
          for (const [image, candidate] of expired)
            candidates.set(image, { ...candidate, dueAt: now + unusedImageLifetimeMs })
        } catch (error) {
          failures += 1
          onError(error)
          // Handle this user last in the next pass, so that repeated failures do not block the images of others.
          for (const [image, candidate] of expired) {
            candidates.delete(image)
            candidates.set(image, candidate)
          }
        }
      }
    },
  }
}

function track(candidates: Map<string, CleanupCandidate>, event: RecordedEvent & ImageEvent): void {
  const { stream, at, position } = event
  const image = event.data.picture
  const user = stream.slice(imagesStreamPrefix.length)
  switch (event.type) {
    case 'PictureUploaded':
      candidates.set(image, {
        user,
        isShown: false,
        dueAt: Date.parse(at) + unusedImageLifetimeMs,
        ...(event.data.use === 'screenshot' && { uploadPosition: position }),
      })
      return
    // Its files may still be stored: the process that discarded it may have ended before it removed them.
    case 'PictureDiscarded':
      candidates.set(image, { user, isShown: false, dueAt: 0 })
      return
    case 'PictureKept':
    case 'PictureRemoved':
      candidates.delete(image)
  }
}

/**
 * Discards images of a user, and removes their files and the files of `others`. May be repeated after an interruption: what is discarded and
 * not removed yet is removed, too.
 */
async function discardImages(
  { commands, media }: Pick<ImageCleanupOptions, 'commands' | 'media'>,
  user: string,
  decide: (history: ImageHistory) => readonly ImageEvent[],
  others: readonly string[] = [],
): Promise<void> {
  const { state } = await imageHistories.change(commands, user, newContext(), decide)
  const discarded = discardedImages(state)
  for (const image of new Set([...others, ...discarded])) {
    // The full size first, so that every image with a full size has a thumbnail.
    await media.remove(image)
    await media.remove(thumbnailOf(image))
  }
  await imageHistories.change(commands, user, newContext(), (history) => recordRemoval(history, discarded))
}

/**
 * Erases the events of the uploads of a deleted user, once none of them waits for the cleanup. With an idempotency key, such
 * an event has a digest of the file: a person with the same photo could compare it.
 */
export async function forgetUploads(
  { commands, log }: Pick<ImageCleanupOptions, 'commands'> & { log: Pick<EventLog, 'truncate'> },
  user: string,
): Promise<void> {
  const { state, revision } = await imageHistories.load(commands, user)
  const isErased = state?.previous === undefined
  if (!isErased && areImagesSettled(state) && revision !== 'none')
    await log.truncate(imageHistories.nameOf(user), revision)
}

/**
 * Removes all profile images of a deleted account: `shown` is the current one, which is known from the stream of the user alone if it is
 * from before uploads were recorded. May be repeated after an interruption.
 */
export async function removeProfileImages(
  deps: Pick<ImageCleanupOptions, 'commands' | 'log' | 'media'>,
  user: string,
  shown: string | null,
): Promise<void> {
  await discardImages(deps, user, discardProfileImages, shown === null ? [] : [shown])
  await forgetUploads(deps, user)
}
