import { isDeepStrictEqual } from 'node:util'
import { submitProjectRequest } from '@thirty/contracts/projects/api.ts'
import {
  backupFileEvent,
  userIdPattern,
  type BackupFileEvent,
} from '@thirty/contracts/backups/backup-file.ts'
import {
  moveToRun,
  portableEvents,
  runInFile,
  type PortableEvent,
} from '@thirty/contracts/backups/portable-events.ts'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { ProjectContent } from '@thirty/contracts/projects/events.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { imagePath } from '@thirty/contracts/projects/images.ts'
import { isPossibleMoment } from '@thirty/contracts/challenge/moments.ts'
import { addressesIn } from '@thirty/contracts/projects/project-texts.ts'
import { scoringSchema } from '@thirty/contracts/leaderboard/scoring-schema.ts'
import { parseJourneyStream } from '@thirty/contracts/events/stream-names.ts'
import { subjectProject } from '@thirty/contracts/events/stream-subject.ts'
import { isWebAddress } from '@thirty/contracts/text/web-address.ts'

/** An event of a file that has passed all checks. */
export type CheckedEvent = PortableEvent & Omit<BackupFileEvent, 'data' | 'type'>

/** Why an event of a file is refused, as the rest of a sentence that begins with the line. */
export class EventFault extends Error {
  override name = 'EventFault'
}

/**
 * Checks the events of a file one after the other: form, type, data, stream, ids, times, addresses. An event that passes can be stored
 * and shown; whether a command leads to it, `RulesCheck` says. `now` is in milliseconds since 1970.
 */
export class EventCheck {
  readonly #now: number
  readonly #deciding = new Set<'start' | 'end'>()
  readonly #people = new Set<string>()
  #isFirst = true

  constructor(now: number) {
    this.#now = now
  }

  /** Returns the event in the newest version of its type. Throws `EventFault`. */
  check(value: unknown): CheckedEvent {
    const event = parsedEvent(value)
    const moved = moveToRun(event, runInFile)
    if (moved === undefined || moved.stream !== event.stream || !isDeepStrictEqual(moved.data, event.data))
      fault(`is a ${event.type} in a stream of another kind.`)
    this.#checkTime(event.at)
    this.#checkData(event)
    this.#isFirst = false
    for (const id of userIdsOf(event)) {
      if (!userIdPattern.test(id)) fault('has an invalid user id.')
      this.#people.add(id)
    }
    return event
  }

  /** The ids of all users in the events so far. */
  get people(): ReadonlySet<string> {
    return this.#people
  }

  #checkTime(at: string): void {
    requireTime(at)
    if (Date.parse(at) > this.#now) fault('lies in the future.')
  }

  #checkData(event: CheckedEvent): void {
    const { type, data } = event
    if (type === 'ChallengeStarted' || type === 'ChallengeScheduled')
      this.#checkMoment('start', data.startsAt)
    else if (type === 'ChallengeEndSet') this.#checkMoment('end', data.endsAt)
    else if (type === 'ScoringChanged') this.#checkScoring(event)
    else if (type === 'DayCompleted' || type === 'DayReopened') checkDay(data.day)
    else if (type === 'ProjectSubmitted' || type === 'ProjectRevised') checkAddresses(data)
  }

  #checkMoment(moment: 'start' | 'end', time: string): void {
    requireTime(time)
    if (this.#deciding.has(moment)) fault(`is a second ${moment} of the challenge.`)
    this.#deciding.add(moment)
  }

  /** The points of every event depend on it. */
  #checkScoring({ data }: CheckedEvent & { type: 'ScoringChanged' }): void {
    if (!this.#isFirst) fault('changes the scoring after other events.')
    if (!scoringSchema.safeParse(data).success) fault('has a scoring that is not possible.')
  }
}

function requireTime(time: string): void {
  if (!isPossibleMoment(time) || new Date(time).toISOString() !== time) fault('has an invalid time.')
}

function checkDay(day: number): void {
  if (day < 1 || day > totalDays) fault('is about a day that does not exist.')
}

function parsedEvent(value: unknown): CheckedEvent {
  const parsed = backupFileEvent.safeParse(value)
  if (!parsed.success) fault('is not an event of a backup.')
  const event = catalogue.upcast(parsed.data)
  if (!isPortable(event)) fault(`has the type ${event.type}, which no backup contains.`)
  let data: unknown
  try {
    ;({ data } = catalogue.validate(event))
  } catch {
    fault(`has data that does not fit ${event.type}.`)
  }
  // Validation removes unknown fields.
  if (!isDeepStrictEqual(data, event.data)) fault('has data with unknown fields.')
  return event
}

function isPortable(event: BackupFileEvent): event is CheckedEvent {
  try {
    return isEventOf(portableEvents, event)
  } catch {
    return fault('was written by a newer release.')
  }
}

/** What browsers follow and load. */
function checkAddresses(content: ProjectContent): void {
  if (!addressesIn(content).every(isWebAddress)) fault('has a link that is no web address.')
  if (!submitProjectRequest.shape.imageUrl.safeParse(imagePath(content.image)).success)
    fault('has an image with an invalid name.')
}

/** Returns all ids of users in an event. */
function userIdsOf({ stream, type, data }: CheckedEvent): string[] {
  const owner = subjectProject(stream) ?? parseJourneyStream(stream)
  return [
    ...(owner ? [owner.user] : []),
    ...('by' in data ? [data.by] : []),
    ...('rater' in data ? [data.rater] : []),
    ...(type === 'ScoringChanged' ? [...data.excluded, ...Object.keys(data.scales?.byReviewer ?? {})] : []),
  ]
}

function fault(reason: string): never {
  throw new EventFault(reason)
}
