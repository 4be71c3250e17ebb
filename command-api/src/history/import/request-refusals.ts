import { createBackupRequest } from '@thirty/contracts/backups/api.ts'
import { applyScoringRequest } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { reviewRequest, submitProjectRequest } from '@thirty/contracts/projects/api.ts'
import { submitRatingRequest } from '@thirty/contracts/judging/ratings-api.ts'
import { hideRequest } from '@thirty/contracts/community/hidden-texts-api.ts'
import { postCommentRequest } from '@thirty/contracts/community/reactions-api.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { imagePath } from '@thirty/contracts/projects/images.ts'
import { namesField } from '@thirty/contracts/text/names-field.ts'
import { subjectProject } from '@thirty/contracts/events/stream-subject.ts'
import { parseJourneyStream } from '@thirty/contracts/events/stream-names.ts'
import type { z } from 'zod'
import type { CheckedEvent } from './check-event.ts'

const scoringRequest = applyScoringRequest.pick({ weights: true, excluded: true, reason: true })

/** Returns why the request that would have led to an event is refused; `undefined` if it is not. */
export function requestRefusal(event: CheckedEvent): string | undefined {
  return refusalOfActor(event) ?? refusalOfTexts(event)
}

/** Returns why a backup cannot have this name. */
export const nameRefusal = (name: string): string | undefined => messageOf(createBackupRequest, { name })

/** Only the challenge itself has commands of operators that are in a file. Old logs may name no actor. */
function refusalOfActor(event: CheckedEvent): string | undefined {
  const { actor } = event
  const person = personOf(event)
  if (actor === undefined || person === undefined || actor === person) return undefined
  return `${actor === operatorId ? 'An operator' : 'Another person'} is named as its actor.`
}

/** Returns who executed the command: the owner for commands that no other person can give. */
function personOf({ stream, data }: CheckedEvent): string | undefined {
  if ('by' in data) return data.by
  if ('rater' in data) return data.rater
  return subjectProject(stream)?.user ?? parseJourneyStream(stream)?.user
}

function refusalOfTexts({ type, stream, data }: CheckedEvent): string | undefined {
  if (Object.values(data).some((value) => typeof value === 'string' && value !== value.trim()))
    return 'A text begins or ends with a space.'
  if (type === 'ProjectSubmitted' || type === 'ProjectRevised') {
    const { image, ...texts } = data
    return messageOf(submitProjectRequest, {
      ...texts,
      imageUrl: imagePath(image),
      day: subjectProject(stream)?.day,
    })
  }
  if (type === 'ProjectRejected') return messageOf(reviewRequest, { status: 'rejected', reason: data.reason })
  if (type === 'ProjectRated') {
    const { criteria, feedback } = data
    return messageOf(submitRatingRequest, { projectId: stream, criteria, feedback })
  }
  if (type === 'CommentPosted') return messageOf(postCommentRequest, { text: data.text })
  if (type === 'CommentHidden') return messageOf(hideRequest, { reason: data.reason })
  if (type === 'ScoringChanged') {
    const { weights, excluded, reason } = data
    return messageOf(scoringRequest, { weights, excluded, reason })
  }
  return undefined
}

function messageOf(schema: z.ZodType, request: object): string | undefined {
  const [issue] = schema.safeParse(request).error?.issues ?? []
  if (issue === undefined || namesField(issue.path.join(''), issue.message)) return issue?.message
  return [...issue.path, issue.message].join(': ')
}
