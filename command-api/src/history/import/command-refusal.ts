// Says why no command of this release leads to an event of a backup file: the schema of its request refuses it, or the decision. Both may
// become stricter than they were when an event was stored.

import { createBackupRequest } from '@thirty/contracts/backups/api.ts'
import { applyScoringRequest } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { reviewRequest, submitProjectRequest } from '@thirty/contracts/projects/api.ts'
import { submitRatingRequest } from '@thirty/contracts/judging/ratings-api.ts'
import { hideRequest } from '@thirty/contracts/community/hidden-texts-api.ts'
import { postCommentRequest } from '@thirty/contracts/community/reactions-api.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { say, toText, type Said, type Text } from '@thirty/contracts/texts/text.ts'
import { namesItsField } from '@thirty/contracts/texts/names-field.ts'
import { subjectProject } from '@thirty/contracts/events/stream-subject.ts'
import { parseJourneyStream } from '@thirty/contracts/events/stream-names.ts'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import type { z } from 'zod'
import type { Replay } from '../../replay.ts'
import type { CheckedEvent } from './check-event.ts'

const scoringRequest = applyScoringRequest.pick({ weights: true, excluded: true, reason: true })

/** Returns why no command leads to an event after those that were replayed, and replays it; `undefined` if one does. */
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

/** Only the challenge itself has commands of operators that are in a file. Old logs may name no actor. */
function refusalOfActor(event: CheckedEvent): Text | undefined {
  const { actor } = event
  const person = personOf(event)
  if (actor === undefined || person === undefined || actor === person) return undefined
  return actor === operatorId ? say('operatorAsActor') : say('otherActor')
}

/** Returns who executed the command: the owner for commands that no other person can give. */
function personOf({ stream, data }: CheckedEvent): string | undefined {
  if ('by' in data) return data.by
  if ('rater' in data) return data.rater
  return subjectProject(stream)?.user ?? parseJourneyStream(stream)?.user
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
