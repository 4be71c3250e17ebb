import type { AuditRecord } from '@thirty/contracts/api/admin/audit.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/events/project.ts'
import {
  evolveStatus,
  isPresent,
  statusEvents,
  type LifeStatus,
} from '@thirty/contracts/events/project-life.ts'
import { deletedPersonName } from '@thirty/contracts/rules/deleted-person.ts'
import { shownReviewText } from '@thirty/contracts/rules/saved-texts.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import type { Criteria } from '@thirty/contracts/rules/ratings.ts'
import { parseProjectId, projectIdFromStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { auditedProjectEvents } from '../audited-events.ts'
import type { Draft, NameOf, SubjectReader, Wording } from './draft.ts'
import { withDetail } from './draft.ts'

type Rating = { criteria: Criteria; feedback: string; nameOpen?: true | undefined }
type Comment = { by: string; text: string }

/** The events that say what people wrote about the project. */
const writtenEvents = pickEvents(projectEvents, 'ProjectRated', 'CommentPosted', 'CommentRemoved')

/** Reads the stream of a project. */
export function projectReader(stream: string): SubjectReader {
  const { day = 0, user: owner } = parseProjectId(projectIdFromStream(stream) ?? '') ?? {}
  const officialRatings = new Map<string, Rating>()
  const comments = new Map<string, Comment>()
  let name = 'a project'
  let status: LifeStatus = 'none'

  /** Returns a text about the project as it is shown. */
  const shown = (nameOf: NameOf, text: string | undefined, nameOpen: true | undefined) => {
    const name = nameOf(owner)
    const known = name === deletedPersonName ? undefined : name
    return (text && shownReviewText({ text, ...(nameOpen && { nameOpen }) }, known)) || undefined
  }
  const feedback = (nameOf: NameOf, rating: Rating) => shown(nameOf, rating.feedback, rating.nameOpen)

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
          const { by, reason: stored, nameOpen } = event.data
          return draftOf([by], (nameOf) => {
            const reason = shown(nameOf, stored, nameOpen)
            return {
              summary: `${nameOf(by)} rejected ${titled(nameOf)}${withDetail(reason)}`,
              subjectName,
              before: { status: statusBefore },
              after: { status: 'rejected', ...(reason !== undefined && { reason }) },
            }
          })
        }
        case 'ProjectRated': {
          const { rater, ...rating } = event.data
          const previous = officialRatings.get(rater)
          const average = calculateRatingAverage(rating.criteria).toFixed(1)
          return draftOf([rater], (nameOf) => ({
            summary: `${nameOf(rater)} rated ${titled(nameOf)} ${average} of 5${previous ? ' again' : ''}`,
            subjectName,
            before: previous === undefined ? {} : ratingRecord(previous, feedback(nameOf, previous)),
            after: ratingRecord(rating, feedback(nameOf, rating)),
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
        case 'CommentHidden':
        case 'CommentShown': {
          const { by, comment } = event.data
          const text = comments.get(comment)
          if (text === undefined) return undefined
          const reason = 'reason' in event.data ? event.data.reason : undefined
          const did = reason === undefined ? 'unhid' : 'hid'
          return draftOf([by, text.by], (nameOf) => ({
            summary: `${nameOf(by)} ${did} a comment by ${nameOf(text.by)} on ${titled(nameOf)}${withDetail(reason)}`,
            subjectName,
            before: { author: nameOf(text.by), comment: text.text },
            after: reason === undefined ? {} : { reason },
          }))
        }
      }
    },
    apply(event) {
      if (isEventOf(statusEvents, event)) {
        status = evolveStatus(status, event)
        if (!isPresent(status)) officialRatings.clear()
        if ('projectName' in event.data) name = event.data.projectName
        return
      }
      if (!isEventOf(writtenEvents, event)) return
      switch (event.type) {
        case 'ProjectRated':
          if (event.data.official) officialRatings.set(event.data.rater, event.data)
          break
        case 'CommentPosted':
          comments.set(event.data.comment, event.data)
          break
        case 'CommentRemoved':
          comments.delete(event.data.comment)
          break
      }
    },
  }
}

const ratingRecord = ({ criteria }: Rating, feedback: string | undefined): AuditRecord => ({
  average: calculateRatingAverage(criteria),
  ...criteria,
  ...(feedback !== undefined && { feedback }),
})
