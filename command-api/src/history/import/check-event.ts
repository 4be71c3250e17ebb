import { isDeepStrictEqual } from 'node:util'
import {
  backupFileEvent,
  userIdPattern,
  type BackupFileEvent,
} from '@thirty/contracts/backup-file/backup-file.ts'
import {
  moveToRun,
  portableEvents,
  runInFile,
  type PortableEvent,
} from '@thirty/contracts/backup-file/portable-events.ts'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { ProjectContent } from '@thirty/contracts/events/project.ts'
import { maxReasonLength } from '@thirty/contracts/rules/scoring.ts'
import { scoringSchema } from '@thirty/contracts/rules/scoring-schema.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { commentId, commentNumber } from '@thirty/contracts/rules/streams/project-id.ts'
import { streamSubject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import { DayNumbers } from './day-numbers.ts'
import { parseJourneyStream } from '@thirty/contracts/rules/streams/stream-names.ts'

/** An event of a file that has passed all checks. */
export type CheckedEvent = PortableEvent & Omit<BackupFileEvent, 'data' | 'type'>

/** Why an event of a file is refused, as the rest of a sentence that begins with the line. */
export class EventFault extends Error {
  override name = 'EventFault'
}

/**
 * Checks the events of a file one after the other: form, type, data, stream, ids and times. An event that passes could have
 * been written by this product. `now` is in milliseconds since 1970.
 */
export class EventCheck {
  readonly #now: number
  /** Number of comments of every project so far. */
  readonly #comments = new DayNumbers()
  readonly #deciding = new Set<'start' | 'end'>()
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
    for (const id of userIdsOf(event)) if (!userIdPattern.test(id)) fault('has an invalid user id.')
    return event
  }

  #checkTime(at: string): void {
    if (Number.isNaN(Date.parse(at)) || new Date(at).toISOString() !== at) fault('has an invalid time.')
    if (Date.parse(at) > this.#now) fault('lies in the future.')
  }

  #checkData(event: CheckedEvent): void {
    const { type, data } = event
    if (type === 'ChallengeStarted' || type === 'ChallengeScheduled')
      this.#checkMoment('start', data.startsAt)
    else if (type === 'ChallengeEndSet') this.#checkMoment('end', data.endsAt)
    else if (type === 'ScoringChanged') this.#checkScoring(event)
    else if (type === 'DayCompleted' || type === 'DayReopened') checkDay(data.day)
    else if (type !== 'ProjectViewed') this.#checkProject(event)
  }

  #checkMoment(moment: 'start' | 'end', time: string): void {
    if (Number.isNaN(Date.parse(time)) || new Date(time).toISOString() !== time) fault('has an invalid time.')
    if (this.#deciding.has(moment)) fault(`is a second ${moment} of the challenge.`)
    this.#deciding.add(moment)
  }

  /** The points of every event depend on it. */
  #checkScoring({ data }: CheckedEvent & { type: 'ScoringChanged' }): void {
    if (!this.#isFirst) fault('changes the scoring after other events.')
    if (!scoringSchema.safeParse(data).success) fault('has a scoring that is not possible.')
    checkLength('reason', data.reason, maxReasonLength)
  }

  #checkProject({ stream, type, data }: CheckedEvent): void {
    const project = streamSubject(stream)
    if (project?.kind !== 'project') return fault('is not about a project.')
    const { user, day } = project
    if (type === 'ProjectSubmitted') this.#comments.set(user, day, this.#comments.get(user, day) ?? 0)
    const comments = this.#comments.get(user, day) ?? fault('is about a project that was not submitted.')
    if (type === 'ProjectSubmitted' || type === 'ProjectRevised') checkContent(data)
    else if (type === 'ProjectRejected') checkLength('reason', data.reason, 1_000)
    else if (type === 'ProjectRated') checkLength('feedback', data.feedback, 5_000)
    else if (type === 'CommentPosted') {
      if (data.comment !== commentId(comments + 1)) fault('has a comment number out of order.')
      this.#comments.set(user, day, comments + 1)
      checkLength('comment', data.text, 2_000)
    } else if (type === 'CommentRemoved' && (commentNumber(data.comment) ?? Infinity) > comments)
      fault('removes a comment that does not exist.')
  }
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

/** The texts of a project, with the limits of a submission. */
function checkContent(content: ProjectContent): void {
  const { projectName, description, languages, frameworks, liveLink, repoLink, image } = content
  checkLength('project name', projectName, 120)
  checkLength('description', description, 5_000)
  checkLength('languages', languages, 300)
  checkLength('frameworks', frameworks, 300)
  for (const link of [liveLink, repoLink]) {
    checkLength('link', link, 2_048)
    if (!/^https?:\/\//i.test(link)) fault('has a link that is no web address.')
  }
  if (!/^[0-9a-f]{32}\.webp$/.test(image)) fault('has an image with an invalid name.')
}

function checkLength(name: string, text: string | undefined, maxLength: number): void {
  if (text !== undefined && text.length > maxLength) fault(`has a ${name} that is too long.`)
}

/** Returns all ids of users in an event. That of the owner is part of the stream. */
function userIdsOf({ stream, type, data }: CheckedEvent): string[] {
  const journey = parseJourneyStream(stream)
  return [
    ...(journey ? [journey.user] : []),
    ...('by' in data ? [data.by] : []),
    ...('rater' in data ? [data.rater] : []),
    ...(type === 'ScoringChanged' ? [...data.excluded, ...Object.keys(data.scales?.byReviewer ?? {})] : []),
  ]
}

function fault(reason: string): never {
  throw new EventFault(reason)
}
