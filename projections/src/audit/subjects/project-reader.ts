import type { AuditRecord } from '@thirty/contracts/api/admin/audit.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/events/project.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import type { Criteria } from '@thirty/contracts/rules/ratings.ts'
import { parseProjectId, projectIdFromStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { auditedProjectEvents } from '../audited-events.ts'
import type { Draft, NameOf, SubjectReader, Wording } from './draft.ts'
import { withDetail } from './draft.ts'

type Rating = { criteria: Criteria; feedback: string }
type Comment = { by: string; text: string }

/** Reads the stream of a project. */
export function projectReader(stream: string): SubjectReader {
  const { day = 0, user: owner } = parseProjectId(projectIdFromStream(stream) ?? '') ?? {}
  const officialRatings = new Map<string, Rating>()
  const comments = new Map<string, Comment>()
  let name = 'a project'
  let status = 'none'

  const draftOf = (users: readonly string[], word: (nameOf: NameOf) => Wording): Draft => ({
    users: owner === undefined ? users : [...users, owner],
    word,
  })

  return {
    draft(event) {
      if (!isEventOf(auditedProjectEvents, event)) return undefined
      // Read now: when names are known, the reader is at a later event.
      const [subjectName, statusBefore] = [name, status]
      const titled = (nameOf: NameOf) => `${subjectName} (Day ${day}, ${nameOf(owner)})`
      switch (event.type) {
        case 'ProjectApproved': {
          const { by } = event.data
          return draftOf([by], (nameOf) => ({
            summary: `${nameOf(by)} approved ${titled(nameOf)}`,
            subjectName,
            before: { status: statusBefore },
            after: { status: 'approved' },
          }))
        }
        case 'ProjectRejected': {
          const { by, reason } = event.data
          return draftOf([by], (nameOf) => ({
            summary: `${nameOf(by)} rejected ${titled(nameOf)}${withDetail(reason)}`,
            subjectName,
            before: { status: statusBefore },
            after: { status: 'rejected', ...(reason !== undefined && { reason }) },
          }))
        }
        case 'ProjectRated': {
          const { rater, ...rating } = event.data
          const previous = officialRatings.get(rater)
          const average = calculateRatingAverage(rating.criteria).toFixed(1)
          return draftOf([rater], (nameOf) => ({
            summary: `${nameOf(rater)} rated ${titled(nameOf)} ${average} of 5${previous ? ' again' : ''}`,
            subjectName,
            before: previous === undefined ? {} : ratingRecord(previous),
            after: ratingRecord(rating),
          }))
        }
        case 'CommentRemoved': {
          const { by, comment } = event.data
          const removed = comments.get(comment)
          // Authors remove their own comments.
          if (removed === undefined || removed.by === by) return undefined
          return draftOf([by, removed.by], (nameOf) => ({
            summary: `${nameOf(by)} removed a comment by ${nameOf(removed.by)} on ${titled(nameOf)}`,
            subjectName,
            before: { author: nameOf(removed.by), comment: removed.text },
          }))
        }
        default:
          return event satisfies never
      }
    },
    apply(event) {
      if (!isEventOf(projectEvents, event)) return
      switch (event.type) {
        case 'ProjectSubmitted':
        case 'ProjectRevised':
          name = event.data.projectName
          status = 'submitted'
          break
        case 'ProjectWithdrawn':
          status = 'withdrawn'
          officialRatings.clear()
          break
        case 'ProjectApproved':
          status = 'approved'
          break
        case 'ProjectRejected':
          status = 'rejected'
          break
        case 'ProjectRated':
          if (event.data.official) officialRatings.set(event.data.rater, event.data)
          break
        case 'CommentPosted':
          comments.set(event.data.comment, event.data)
          break
        case 'CommentRemoved':
          comments.delete(event.data.comment)
          break
        case 'ProjectLiked':
        case 'ProjectUnliked':
          break
        default:
          event satisfies never
      }
    },
  }
}

const ratingRecord = ({ criteria, feedback }: Rating): AuditRecord => ({
  average: calculateRatingAverage(criteria),
  ...criteria,
  ...(feedback !== '' && { feedback }),
})
