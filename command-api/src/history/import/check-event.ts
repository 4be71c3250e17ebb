// Checks the events of a backup file one after the other: form, type, data, stream, ids, times, addresses. An event that passes can be
// stored and shown. Also says why no command of this release leads to an event (`commandRefusal`): the schema of its request refuses it, or
// the decision. Both may become stricter than they were when an event was stored.

import { isDeepStrictEqual } from 'node:util'
import { submitProjectRequest, reviewRequest } from '@thirty/contracts/projects/api.ts'
import { backupFileEvent, type BackupFileEvent } from '@thirty/contracts/backups/backup-file.ts'
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
import { imagePath } from '@thirty/contracts/images/images.ts'
import { isPossibleMoment } from '@thirty/contracts/challenge/moments.ts'
import { addressesIn } from '@thirty/contracts/projects/project-texts.ts'
import { scoringSchema, applyScoringRequest } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { parseJourneyStream } from '@thirty/contracts/events/stream-names.ts'
import { subjectProject, isUserId } from '@thirty/contracts/projects/project-id.ts'
import { isWebAddress } from '@thirty/contracts/user-texts/web-address.ts'
import { say, type Text, toText, type Said } from '@thirty/contracts/texts/text.ts'
import { createBackupRequest } from '@thirty/contracts/backups/api.ts'
import { submitRatingRequest } from '@thirty/contracts/judging/ratings-api.ts'
import { hideRequest } from '@thirty/contracts/community/hidden-texts-api.ts'
import { postCommentRequest } from '@thirty/contracts/community/reactions-api.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { namesItsField } from '@thirty/contracts/texts/names-field.ts'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import type { z } from 'zod'
import type { Replay } from '../../replay.ts'

/** An event of a file that has passed all checks. */
export type CheckedEvent = PortableEvent & Omit<BackupFileEvent, 'data' | 'type'>

/** Returns the check of a file, and the ids of all users in the events so far. `now` is in milliseconds since 1970. */
export function eventCheck(now: number) {
  const moments = new Set<string>()
  const people = new Set<string>()
  let isFirst = true

  const checkMoment = (time: string, second: Text): void => {
    requireTime(time)
    if (moments.has(second.code)) fault(second)
    moments.add(second.code)
  }
  const checkData = ({ type, data }: CheckedEvent): void => {
    if (type === 'ChallengeStarted' || type === 'ChallengeScheduled')
      checkMoment(data.startsAt, say('faultSecondStart'))
    else if (type === 'ChallengeEndSet') checkMoment(data.endsAt, say('faultSecondEnd'))
    else if (type === 'ScoringChanged') {
      // The points of every event depend on it.
      if (!isFirst) fault(say('faultLateScoring'))
      if (!scoringSchema.safeParse(data).success) fault(say('faultScoring'))
    } else if (type === 'DayCompleted' || type === 'DayReopened') {
      if (data.day < 1 || data.day > totalDays) fault(say('faultDay'))
    } else if (type === 'ProjectSubmitted' || type === 'ProjectRevised') checkAddresses(data)
  }
  /** Returns the event in the newest version of its type. Throws `DamagedFile` with the rest of a sentence that begins with the line. */
  const check = (value: unknown): CheckedEvent => {
    const event = parsedEvent(value)
    const moved = moveToRun(event, runInFile)
    if (moved === undefined || moved.stream !== event.stream || !isDeepStrictEqual(moved.data, event.data))
      fault(say('faultOtherStream', { type: event.type }))
    requireTime(event.at)
    if (Date.parse(event.at) > now) fault(say('faultFuture'))
    checkData(event)
    isFirst = false
    for (const id of userIdsOf(event)) {
      if (!isUserId(id)) fault(say('faultUserId'))
      people.add(id)
    }
    return event
  }
  return { check, people: people as ReadonlySet<string> }
}

function requireTime(time: string): void {
  if (!isPossibleMoment(time) || new Date(time).toISOString() !== time) fault(say('faultTime'))
}

function parsedEvent(value: unknown): CheckedEvent {
  const parsed = backupFileEvent.safeParse(value)
  if (!parsed.success) fault(say('faultNoEvent'))
  const event = catalogue.upcast(parsed.data)
  if (!isPortable(event)) fault(say('faultType', { type: event.type }))
  let data: unknown
  try {
    ;({ data } = catalogue.validate(event))
  } catch {
    fault(say('faultData', { type: event.type }))
  }
  // Validation removes unknown fields.
  if (!isDeepStrictEqual(data, event.data)) fault(say('faultFields'))
  return event
}

function isPortable(event: BackupFileEvent): event is CheckedEvent {
  try {
    return isEventOf(portableEvents, event)
  } catch {
    return fault(say('faultNewer'))
  }
}

/** What browsers follow and load. */
function checkAddresses(content: ProjectContent): void {
  if (!addressesIn(content).every(isWebAddress)) fault(say('faultLink'))
  if (!submitProjectRequest.shape.imageUrl.safeParse(imagePath(content.image)).success)
    fault(say('faultImage'))
}

/** Returns all ids of users in an event. */
function userIdsOf({ stream, type, data }: CheckedEvent): string[] {
  const owner = ownerOf(stream)
  return [
    ...(owner === undefined ? [] : [owner]),
    ...('by' in data ? [data.by] : []),
    ...('rater' in data ? [data.rater] : []),
    ...(type === 'ScoringChanged' ? [...data.excluded, ...Object.keys(data.scales?.byReviewer ?? {})] : []),
  ]
}

/** Returns whose project, or completed days, a stream is about. */
const ownerOf = (stream: string): string | undefined =>
  (subjectProject(stream) ?? parseJourneyStream(stream))?.user

function fault(said: Text): never {
  throw new DamagedFile(said)
}

const scoringRequest = applyScoringRequest.pick({ weights: true, excluded: true, reason: true })

/** Returns why no command leads to an event after the events that were replayed, and replays it; `undefined` if one does. */
export function commandRefusal(event: CheckedEvent, replay: Replay): Said | undefined {
  const refusal = refusalOfActor(event) ?? refusalOfTexts(event)
  if (refusal !== undefined) return refusal
  try {
    replay.apply(event)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.said
    throw error
  }
}

/** Returns why a backup cannot have this name. */
export const nameRefusal = (name: string): Text | undefined => refusalBy(createBackupRequest, { name })

/**
 * The owner executed commands that no other person can give. Only the challenge itself has commands of operators that are in a file. Old
 * logs may name no actor.
 */
function refusalOfActor({ actor, stream, data }: CheckedEvent): Text | undefined {
  const reviewer = 'by' in data ? data.by : undefined
  const person = 'rater' in data ? data.rater : (reviewer ?? ownerOf(stream))
  if (actor === undefined || person === undefined || actor === person) return undefined
  return actor === operatorId ? say('operatorAsActor') : say('otherActor')
}

function refusalOfTexts({ type, stream, data }: CheckedEvent): Text | undefined {
  if (Object.values(data).some((value) => typeof value === 'string' && value !== value.trim()))
    return say('spacesAround')
  if (type === 'ProjectSubmitted' || type === 'ProjectRevised') {
    const { image, ...texts } = data
    return refusalBy(submitProjectRequest, {
      ...texts,
      imageUrl: imagePath(image),
      day: subjectProject(stream)?.day,
    })
  }
  if (type === 'ProjectRejected') return refusalBy(reviewRequest, { status: 'rejected', reason: data.reason })
  if (type === 'ProjectRated') {
    const { criteria, feedback } = data
    return refusalBy(submitRatingRequest, { projectId: stream, criteria, feedback })
  }
  if (type === 'CommentPosted') return refusalBy(postCommentRequest, { text: data.text })
  if (type === 'CommentHidden') return refusalBy(hideRequest, { reason: data.reason })
  if (type === 'ScoringChanged') {
    const { weights, excluded, reason } = data
    return refusalBy(scoringRequest, { weights, excluded, reason })
  }
  return undefined
}

/** Returns why a schema refuses a request, with the field if the text does not name it. */
function refusalBy(schema: z.ZodType, request: object): Text | undefined {
  const [issue] = schema.safeParse(request).error?.issues ?? []
  if (issue === undefined) return undefined
  const reason = toText(issue.message)
  if (typeof reason !== 'string' && namesItsField(reason)) return reason
  return say('fieldFault', { field: issue.path.join(': '), reason })
}
