import { randomUUID } from 'node:crypto'
import type { ImageEvent } from '@thirty/contracts/events/images.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { thumbnailOf, unusedImageLifetimeMs } from '@thirty/contracts/rules/images.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { beginning, type EventLog, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { createCommands as commandsOn } from '../../handle.ts'
import type { CommandContext } from '../../idempotency.ts'
import { imagesStreamPrefix, imagesStream } from '../image-registry.ts'
import { discardedImages, recordRemoval, imageHistoryFold, keepOrDiscardExpired } from '../decide.ts'
import { profileImageFold } from '../profile-image/endpoints.ts'

export type ImageCleanupOptions = {
  log: Pick<EventLog, 'append' | 'read' | 'readAll' | 'head'>
  media: Pick<Media, 'remove'>
  clock: Clock
  /** Hears why the pictures of somebody were left for the next time. */
  onError: (error: unknown) => void
}

export type ImageCleanup = {
  /** Removes what nothing has shown for a day. Ends early once `isOver` says so. */
  pass(isOver?: () => boolean): Promise<void>
}

/** After so many failures the log or the media store is away, and the rest waits for the next pass. */
const mostFailures = 3

/**
 * A picture that may have to go: whose it is, when to look at it, and whether a project shows it. `uploaded` is the
 * position from which on one may; missing for what no project may show.
 */
type CleanupCandidate = { user: string; dueAt: number; isShown: boolean; uploadPosition?: bigint }

const projectsPrefix = 'project-'

/**
 * Sweeps pictures away that nothing shows: by the log alone, since each is noted there before it is stored. Any number of
 * processes may do so at the same time.
 */
export function imageCleanup({ log, media, clock, onError: onTrouble }: ImageCleanupOptions): ImageCleanup {
  const commands = commandsOn({ log, clock })
  /** Kept ones are none of them. */
  const open = new Map<string, CleanupCandidate>()
  let known = beginning

  /** Reads what is new; false when it was cut short, and knows no more than before. */
  const learn = async (isOver: () => boolean): Promise<boolean> => {
    const until = await log.head()
    if (until === known) return true
    for await (const batch of log.readAll({ after: known, until, streams: [imagesStreamPrefix] })) {
      if (isOver()) return false
      for (const event of batch) note(open, event)
    }
    // No project shows a picture that was not there yet: at the first pass, a day is about all that has to be read.
    const after = known === beginning ? oldestUpload(open) : known
    if (after !== undefined) {
      for await (const batch of log.readAll({ after, until, streams: [projectsPrefix] })) {
        if (isOver()) return false
        for (const event of batch) noteShown(open, event)
      }
    }
    known = until
    return true
  }

  const sweepFor = async (user: string, due: ReadonlyMap<string, CleanupCandidate>) => {
    const stream = imagesStream(user)
    const { state: profile } = await commands.load(`user-${user}`, profileImageFold)
    const { state: story } = await commands.handle({
      ...imageHistoryFold,
      stream,
      context: system(),
      decide: (before) => keepOrDiscardExpired(before, { profileImage: profile.image, expired: due }),
    })
    const gone = discardedImages(story)
    for (const picture of gone) await removeBoth(media, picture)
    await commands.handle({
      ...imageHistoryFold,
      stream,
      context: system(),
      decide: (before) => recordRemoval(before, gone),
    })
  }

  return {
    pass: async (isOver = () => false) => {
      // Before the look at the log: whatever is due by then has had its time to be seen there.
      const now = clock()
      if (!(await learn(isOver))) return
      const due = [...open].filter(([, { dueAt: from }]) => from <= now)
      let failures = 0
      for (const [user, theirs] of Map.groupBy(due, ([, { user }]) => user)) {
        if (isOver() || failures === mostFailures) return
        try {
          await sweepFor(user, new Map(theirs))
          // What is left is shown as a profile image: perhaps not tomorrow.
          for (const [picture, one] of theirs)
            open.set(picture, { ...one, dueAt: now + unusedImageLifetimeMs })
        } catch (error) {
          failures += 1
          onTrouble(error)
          // Last at the next pass: what fails there again must not be in the way of others.
          for (const [picture, one] of theirs) putLast(open, picture, one)
        }
      }
    },
  }
}

function putLast(open: Map<string, CleanupCandidate>, picture: string, one: CleanupCandidate): void {
  open.delete(picture)
  open.set(picture, one)
}

function note(open: Map<string, CleanupCandidate>, event: RecordedEvent): void {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data, at, stream, position } = event as RecordedEvent & ImageEvent
  const whose = { user: stream.slice(imagesStreamPrefix.length), isShown: false }
  if (type === 'PictureUploaded') {
    const from = Date.parse(at) + unusedImageLifetimeMs
    open.set(data.picture, {
      ...whose,
      dueAt: from,
      ...(data.use === 'screenshot' && { uploadPosition: position }),
    })
  }
  // Given up, and perhaps not removed: whoever was about to may be no more.
  else if (type === 'PictureDiscarded') open.set(data.picture, { ...whose, dueAt: 0 })
  else open.delete(data.picture)
}

function noteShown(open: Map<string, CleanupCandidate>, event: RecordedEvent): void {
  // As above: the catalogue was asked before the append.
  const { type, data } = event as RecordedEvent & ProjectEvent
  const one = type === 'ProjectSubmitted' || type === 'ProjectRevised' ? open.get(data.image) : undefined
  if (one) one.isShown = true
}

/** The position of the oldest upload that a project may show; none when there is none. */
function oldestUpload(open: ReadonlyMap<string, CleanupCandidate>): bigint | undefined {
  let oldest: bigint | undefined
  for (const { uploadPosition: uploaded } of open.values()) {
    if (uploaded !== undefined && (oldest === undefined || uploaded < oldest)) oldest = uploaded
  }
  return oldest
}

/** The picture first: a name that is known has both. */
async function removeBoth(media: Pick<Media, 'remove'>, picture: string): Promise<void> {
  await media.remove(picture)
  await media.remove(thumbnailOf(picture))
}

const system = (): CommandContext => ({ correlation: randomUUID(), command: { id: randomUUID() } })
