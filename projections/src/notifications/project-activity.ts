// What others did to one project since its submission, for the notifications of its owner.

import type { StoredReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { evolveStatus, isPresent, isStatusEvent } from '@thirty/contracts/projects/project-life.ts'
import { importedPersonId } from '@thirty/contracts/accounts/stand-ins.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/** Position and time (ISO) of an event. */
export type RecordedAt = { position: bigint; at: string }

/** What somebody did. Of a hidden comment, only its author and moderators know. */
type Deed =
  | { kind: 'approved' | 'rejected'; reason: StoredReviewText | null }
  | { kind: 'rated'; by: string; official: boolean; average: number }
  | { kind: 'liked'; by: string }
  | { kind: 'commented'; by: string; text: string; isHidden: boolean }

/** `imported`: only a file without a known signature says so. */
export type Action = RecordedAt & { imported?: true } & Deed

/** `nextRevision`: of the next event to read in the stream of the project. `actions`: by what a later one replaces, the latest last. */
export type ProjectActivity = { nextRevision: number; projectName: string; actions: Map<string, Action> }

/**
 * Adds what an event of the project says. Events must come in order and once. It changes the activity, because popular projects have
 * thousands of events. `isImported`: whether the event is from a file without a known signature.
 */
export function addToActivity(
  activity: ProjectActivity,
  owner: string,
  event: RecordedEvent,
  isImported: boolean,
): void {
  if (!isEventOf(projectEvents, event)) return
  const { actions } = activity
  const { position, at } = event
  /** The owner's own actions are ignored. */
  const add = (key: string, deed: Deed): void => {
    if ('by' in deed && deed.by === owner) return
    actions.delete(key)
    actions.set(key, { position, at, ...deed, ...(isImported && { imported: true }) })
  }
  if (isStatusEvent(event)) {
    const status = evolveStatus('submitted', event)
    // Actions belong to one submission: after a withdrawal the next submission of that day starts without any.
    if (event.type === 'ProjectSubmitted' || !isPresent(status)) actions.clear()
    if ('projectName' in event.data) activity.projectName = event.data.projectName
    const { reason: text, nameOpen } = event.type === 'ProjectRejected' ? event.data : {}
    const reason = text === undefined ? null : { text, nameOpen }
    if (status === 'approved' || status === 'rejected') add(`review ${position}`, { kind: status, reason })
    return
  }
  switch (event.type) {
    case 'ProjectRated': {
      const { rater, official, criteria } = event.data
      const average = calculateRatingAverage(criteria)
      // The id of an admin in such a file may be that of a person here.
      const by = isImported && official ? importedPersonId : rater
      return add(`rating ${rater}`, { kind: 'rated', by, official, average })
    }
    case 'ProjectLiked':
      return add(`like ${event.data.by}`, { kind: 'liked', by: event.data.by })
    case 'ProjectUnliked':
      return void actions.delete(`like ${event.data.by}`)
    case 'CommentPosted': {
      const { comment, by, text } = event.data
      return add(`comment ${comment}`, { kind: 'commented', by, text, isHidden: false })
    }
    case 'CommentRemoved':
      return void actions.delete(`comment ${event.data.comment}`)
    case 'CommentHidden':
    case 'CommentShown': {
      const comment = actions.get(`comment ${event.data.comment}`)
      if (comment?.kind === 'commented') comment.isHidden = event.type === 'CommentHidden'
    }
  }
}
