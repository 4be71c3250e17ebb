// The projection of the feed of a run: a document for each person and each discussion, with their latest activities. How far a reader goes
// back, and the names, are in `query.ts`.
//
// A feed of all events would need a document for each event. Every replay would write it, and no reader scrolls that far. In this one a
// busy person pushes out only their own older activities, and an event that revokes an activity finds it in the same document. It costs a
// replay half a microsecond for each event. A streak is part of the submission that completed it, so one event remains one item; changes of
// rank are made at the end of a date (`leaderboard/over-time/daily-ranks.ts`).

import { discussionEvents } from '@thirty/contracts/community/events.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { journeyEvents } from '@thirty/contracts/challenge/events.ts'
import { commentEvents, projectEvents } from '@thirty/contracts/projects/events.ts'
import {
  evolveStatus,
  isCounted,
  isStatusEvent,
  lifeEvents,
} from '@thirty/contracts/projects/project-life.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { calculateRatingAverage, reachedMilestone } from '@thirty/contracts/leaderboard/points.ts'
import { discussionIdFromStream, parseJourneyStream } from '@thirty/contracts/events/stream-names.ts'
import { streamSubject, subjectProject } from '@thirty/contracts/projects/project-id.ts'
import { excerptOf } from '@thirty/contracts/user-texts/excerpt.ts'
import { type History, isInHistory } from '@thirty/contracts/challenge/history.ts'
import { runName } from '@thirty/contracts/challenge/run-name.ts'
import type { Projection, RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import type { RankChange } from '../summaries.ts'

/**
 * One entry of the feed. `at` is ISO time, `position` is exact below 2^53, `person` is the user it is about. It contains
 * ids instead of names and texts, because these may change; queries look them up. An earlier rating by the same rater is
 * kept here and left out by queries, because a search for it at every rating would be too slow. `streak` is the milestone
 * that the streak of the person reached by a submission.
 */
export type Activity = { at: string; position: number; person: string } & Happening

type Happening =
  | { what: 'submitted'; project: string; streak?: number }
  | { what: 'approved'; project: string }
  | { what: 'rated'; project: string; rater: string; average: number }
  | { what: 'commented'; project: string; comment: string; text: string; isHidden?: true }
  | { what: 'completed'; day: number }
  | { what: 'discussed'; discussion: string }
  | { what: 'joined' }

/** Whether everybody sees an activity; a comment may be hidden. */
export const isShownActivity = (activity: Activity): boolean =>
  !(activity.what === 'commented' && activity.isHidden === true)

/** The events that add, hide or revoke activities. */
const feedEvents = {
  ...pickEvents(userEvents, 'UserRegistered'),
  ...deletionEvents,
  ...pickEvents(projectEvents, 'ProjectSubmitted', 'ProjectApproved', 'ProjectWithdrawn', 'ProjectRated'),
  ...commentEvents,
  ...journeyEvents,
  ...pickEvents(discussionEvents, 'DiscussionOpened', 'DiscussionRemoved'),
}
/** All events of the projection: the status of projects also decides which days count for a streak. */
export const activityEvents = { ...feedEvents, ...lifeEvents }
export type ActivityEvent = RecordedEventOf<typeof activityEvents>

/** Identifies a rating by project and rater, so that a later one can replace it; `undefined` for other activities. */
export const ratingKey = (activity: Activity | RankChange): string | undefined =>
  activity.what === 'rated' ? `${activity.project} ${activity.rater}` : undefined

/** The number of activities that are kept for one person, or for one discussion. */
export const maxActivities = 16

type Activities = readonly Activity[]

/**
 * Returns the activities of a person or a discussion after an event; the same array if the event changes nothing. `daysBefore`: the days on
 * which the person of the event has a project that counts.
 */
function evolveActivities(
  activities: Activities,
  event: RecordedEventOf<typeof feedEvents>,
  daysBefore: readonly number[],
): Activities {
  const { project, user, day } = subjectOf(event.stream)
  const add = (person: string, happening: Happening) =>
    append(activities, { at: event.at, position: Number(event.position), person, ...happening })
  const remove = (isRemoved: (activity: Activity) => boolean) =>
    activities.some(isRemoved) ? activities.filter((activity) => !isRemoved(activity)) : activities
  switch (event.type) {
    case 'ProjectSubmitted': {
      const streak = reachedMilestone(day, daysBefore)
      return add(user, { what: 'submitted', project, ...(streak !== undefined && { streak }) })
    }
    case 'ProjectApproved':
      return add(user, { what: 'approved', project })
    case 'ProjectWithdrawn':
      return remove((activity) => 'project' in activity && activity.project === project)
    case 'ProjectRated': {
      const { rater, criteria } = event.data
      return add(user, { what: 'rated', project, rater, average: calculateRatingAverage(criteria) })
    }
    case 'CommentPosted': {
      const { comment, by, text } = event.data
      return add(by, { what: 'commented', project, comment, text: excerptOf(text) })
    }
    case 'CommentRemoved':
      return remove((activity) => isComment(activity, project, event.data.comment))
    case 'CommentHidden':
    case 'CommentShown':
      return activities.map((activity) => {
        if (!isComment(activity, project, event.data.comment)) return activity
        const { isHidden: _, ...shown } = activity
        return event.type === 'CommentHidden' ? { ...shown, isHidden: true } : shown
      })
    case 'UserRegistered':
      return add(user, { what: 'joined' })
    case 'AccountDeleted':
      // Submissions, comments and discussions remain visible to others, so their activities stay, without a name.
      return remove(({ what }) => what === 'joined' || what === 'completed')
    case 'DayCompleted':
      return add(parseJourneyStream(event.stream)?.user ?? '', { what: 'completed', day: event.data.day })
    case 'DayReopened':
      return remove((activity) => activity.what === 'completed' && activity.day === event.data.day)
    case 'DiscussionOpened': {
      const discussion = discussionIdFromStream(event.stream) ?? ''
      return add(event.data.by, { what: 'discussed', discussion })
    }
    case 'DiscussionRemoved':
      return []
  }
}

const isComment = (
  activity: Activity,
  project: string,
  comment: string,
): activity is Extract<Activity, { what: 'commented' }> =>
  activity.what === 'commented' && activity.project === project && activity.comment === comment

/** Returns project, day and user of a project stream, or the user of a user stream; empty text and 0 for what is missing. */
function subjectOf(stream: string): { project: string; day: number; user: string } {
  const subject = streamSubject(stream)
  return subject?.kind === 'project'
    ? { project: subject.id, day: subject.day, user: subject.user }
    : { project: '', day: 0, user: subject?.user ?? '' }
}

function append(activities: Activities, activity: Activity): Activities {
  // Half of all events of a replay get here, and `concat` takes five times as long.
  const next = activities.slice(1 - maxActivities)
  next.push(activity)
  return next
}

/**
 * The latest activities about a person and the projects of the person, or about a discussion; the latest activity last. `days`: the days on
 * which the person has a project that counts.
 */
export type FeedDocument = { activities: readonly Activity[]; days: readonly number[] }

const empty: FeedDocument = { activities: [], days: [] }

/** The index of the documents with activities, by the position of the latest. */
export const latestIndex = 'latest'

export function activityProjection(history: History): Projection<FeedDocument, typeof activityEvents> {
  const run = runName(history)
  return {
    name: `activity-${run}`,
    version: 6,
    streams: ['user-', 'deleted-', 'project-', 'journey-', 'discussion-'],
    events: activityEvents,
    documentIds: (event) => (isInFeed(event, history) ? [documentId(event)] : []),
    evolve: (document = empty, event) => {
      const days = evolveDays(document.days, event)
      const activities = isEventOf(feedEvents, event)
        ? evolveActivities(document.activities, event, document.days)
        : document.activities
      if (activities.length === 0 && days.length === 0) return undefined
      return activities === document.activities && days === document.days ? document : { activities, days }
    },
    indexEntries: ({ activities }): Record<string, { score: number }> => {
      const latest = activities.at(-1)
      return latest === undefined ? {} : { [latestIndex]: { score: latest.position } }
    },
  }
}

/** Returns the counted days after an event; the same array if the event changes nothing. Rejected projects do not count. */
function evolveDays(days: readonly number[], event: ActivityEvent): readonly number[] {
  const day = subjectProject(event.stream)?.day
  if (day === undefined || !isStatusEvent(event)) return days
  // Commands append such events only to a project that exists.
  const counts = isCounted({ status: evolveStatus('submitted', event) })
  if (days.includes(day) === counts) return days
  return counts ? [...days, day] : days.filter((other) => other !== day)
}

const eventsOfNoRun = { ...deletionEvents, ...discussionEvents }

/** Whether an event changes the feed of a history. Most events are ratings by participants, which do not. */
function isInFeed(event: ActivityEvent, history: History): boolean {
  if (event.type === 'ProjectRated' && !event.data.official) return false
  if (event.type === 'UserRegistered') return event.data.role === 'participant'
  if (isEventOf(eventsOfNoRun, event)) return true
  if (!isInHistory(history, event)) return false
  return isEventOf(journeyEvents, event) || subjectProject(event.stream) !== undefined
}

const documentId = ({ stream }: ActivityEvent): string =>
  streamSubject(stream)?.user ?? parseJourneyStream(stream)?.user ?? stream
