import { randomUUID } from 'node:crypto'
import type { PictureEvent } from '@thirty/contracts/events/pictures.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { thumbnailOf, unusedFor } from '@thirty/contracts/rules/pictures.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { beginning, type EventLog, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { commands as commandsOn } from '../handle.ts'
import type { Asker } from '../idempotency.ts'
import { picturesPrefix, picturesStream } from '../picture-register.ts'
import { discardedIn, noteRemoved, pictureStory, settleWaiting } from '../picture-rules.ts'
import { profileFold } from './endpoints.ts'

export type SweepOptions = {
  log: Pick<EventLog, 'append' | 'read' | 'readAll' | 'head'>
  media: Pick<Media, 'remove'>
  clock: Clock
  /** Hears why the pictures of somebody were left for the next time. */
  onTrouble: (error: unknown) => void
}

export type PictureSweep = {
  /** Removes what nothing has shown for a day. Ends early once `isOver` says so. */
  pass(isOver?: () => boolean): Promise<void>
}

/** After so many failures the log or the media store is away, and the rest waits for the next pass. */
const mostFailures = 3

/**
 * A picture that may have to go: whose it is, when to look at it, and whether a project shows it. `uploaded` is the
 * position from which on one may; missing for what no project may show.
 */
type Open = { user: string; from: number; isShown: boolean; uploaded?: bigint }

const projectsPrefix = 'project-'

/**
 * Sweeps pictures away that nothing shows: by the log alone, since each is noted there before it is stored. Any number of
 * processes may do so at the same time.
 */
export function pictureSweep({ log, media, clock, onTrouble }: SweepOptions): PictureSweep {
  const commands = commandsOn({ log, clock })
  /** Kept ones are none of them. */
  const open = new Map<string, Open>()
  let known = beginning

  /** Reads what is new; false when it was cut short, and knows no more than before. */
  const learn = async (isOver: () => boolean): Promise<boolean> => {
    const until = await log.head()
    if (until === known) return true
    for await (const batch of log.readAll({ after: known, until, streams: [picturesPrefix] })) {
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

  const sweepFor = async (user: string, due: ReadonlyMap<string, Open>) => {
    const stream = picturesStream(user)
    const { state: profile } = await commands.load(`user-${user}`, profileFold)
    const { state: story } = await commands.handle({
      ...pictureStory,
      stream,
      asker: system(),
      decide: (before) => settleWaiting(before, { profileImage: profile.image, due }),
    })
    const gone = discardedIn(story)
    for (const picture of gone) await removeBoth(media, picture)
    await commands.handle({
      ...pictureStory,
      stream,
      asker: system(),
      decide: (before) => noteRemoved(before, gone),
    })
  }

  return {
    pass: async (isOver = () => false) => {
      // Before the look at the log: whatever is due by then has had its time to be seen there.
      const now = clock()
      if (!(await learn(isOver))) return
      const due = [...open].filter(([, { from }]) => from <= now)
      let failures = 0
      for (const [user, theirs] of Map.groupBy(due, ([, { user }]) => user)) {
        if (isOver() || failures === mostFailures) return
        try {
          await sweepFor(user, new Map(theirs))
          // What is left is shown as a profile image: perhaps not tomorrow.
          for (const [picture, one] of theirs) open.set(picture, { ...one, from: now + unusedFor })
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

function putLast(open: Map<string, Open>, picture: string, one: Open): void {
  open.delete(picture)
  open.set(picture, one)
}

function note(open: Map<string, Open>, event: RecordedEvent): void {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data, at, stream, position } = event as RecordedEvent & PictureEvent
  const whose = { user: stream.slice(picturesPrefix.length), isShown: false }
  if (type === 'PictureUploaded') {
    const from = Date.parse(at) + unusedFor
    open.set(data.picture, { ...whose, from, ...(data.use === 'screenshot' && { uploaded: position }) })
  }
  // Given up, and perhaps not removed: whoever was about to may be no more.
  else if (type === 'PictureDiscarded') open.set(data.picture, { ...whose, from: 0 })
  else open.delete(data.picture)
}

function noteShown(open: Map<string, Open>, event: RecordedEvent): void {
  // As above: the catalogue was asked before the append.
  const { type, data } = event as RecordedEvent & ProjectEvent
  const one = type === 'ProjectSubmitted' || type === 'ProjectRevised' ? open.get(data.image) : undefined
  if (one) one.isShown = true
}

/** The position of the oldest upload that a project may show; none when there is none. */
function oldestUpload(open: ReadonlyMap<string, Open>): bigint | undefined {
  let oldest: bigint | undefined
  for (const { uploaded } of open.values()) {
    if (uploaded !== undefined && (oldest === undefined || uploaded < oldest)) oldest = uploaded
  }
  return oldest
}

/** The picture first: a name that is known has both. */
async function removeBoth(media: Pick<Media, 'remove'>, picture: string): Promise<void> {
  await media.remove(picture)
  await media.remove(thumbnailOf(picture))
}

const system = (): Asker => ({ correlation: randomUUID(), command: { id: randomUUID() } })
