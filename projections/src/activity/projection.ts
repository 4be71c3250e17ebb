// The projection of the feed of a run: a document for each person and each discussion, with their latest activities. Which events add or
// revoke one, and how many a document keeps, is in `activities.ts`; how far a reader goes back, and the names, are in `query.ts`.
//
// A feed of all events would need a document for each event. Every replay would write it, and no reader scrolls that far. In this one a
// busy person pushes out only their own older activities, and an event that revokes an activity finds it in the same document. It costs a
// replay half a microsecond for each event. A streak is part of the submission that completed it, so one event remains one item; changes of
// rank are made at the end of a date (`leaderboard/over-time/rank-changes.ts`).

import { deletionEvents } from '@thirty/contracts/accounts/events.ts'
import { journeyEvents } from '@thirty/contracts/challenge/events.ts'
import { discussionEvents } from '@thirty/contracts/community/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { isStatusEvent, evolveStatus, isCounted } from '@thirty/contracts/projects/project-life.ts'
import { isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { runName } from '@thirty/contracts/challenge/run-name.ts'
import { parseJourneyStream } from '@thirty/contracts/events/stream-names.ts'
import { streamSubject, subjectProject } from '@thirty/contracts/events/stream-subject.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { activityEvents, evolveActivities, feedEvents } from './activities.ts'
import type { Activity, ActivityEvent } from './activities.ts'

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
