import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { isStatusEvent, evolveStatus, isCounted } from '@thirty/contracts/events/project-life.ts'
import { isInHistory, type History } from '@thirty/contracts/rules/history.ts'
import { subjectProject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { DocumentsOfEvent, Projection } from '@thirty/infra/read-models/read-models.ts'
import { runName } from '@thirty/contracts/rules/run-name.ts'
import {
  activityEvents,
  evolveActivities,
  shardEvents,
  type Activity,
  type ActivityEvent,
} from './activities.ts'

/** The days of a participant with a project that counts. */
type CountedDays = { days: readonly number[] }

const prefix = 'days:'

const isDaysId = (id: string): boolean => id.startsWith(prefix)

/** Returns the id of the document with the counted days that an event may change; `undefined` for other events. */
function daysIdOf(event: ActivityEvent): string | undefined {
  const user = isStatusEvent(event) ? subjectProject(event.stream)?.user : undefined
  return user === undefined ? undefined : prefix + user
}

/** Returns the counted days after an event; the same object if the event changes nothing. Rejected projects do not count. */
function evolveDays(counted: CountedDays | undefined, event: ActivityEvent): CountedDays | undefined {
  const day = subjectProject(event.stream)?.day
  if (day === undefined || !isStatusEvent(event)) return counted
  const { days } = counted ?? { days: [] }
  // Commands append such events only to a project that is there.
  const counts = isCounted({ status: evolveStatus('submitted', event) })
  if (days.includes(day) === counts) return counted
  return { days: counts ? [...days, day] : days.filter((other) => other !== day) }
}

/** A shard of the feed: the latest activities of some streams, the latest last. */
export type FeedShard = { activities: readonly Activity[] }
/** A document of the feed: a shard, or the days by which the streak of one participant is known. */
export type FeedDocument = FeedShard | CountedDays

export const isShard = (document: FeedDocument | undefined): document is FeedShard =>
  document !== undefined && 'activities' in document

/**
 * Document ids of the shards. All activities of one person, project or discussion are in one shard, where the event that
 * revokes an activity finds it. Many small shards are cheap to append to, and a flood in one stream fills one shard only.
 */
export const feedShardIds: readonly string[] = Array.from({ length: 32 }, (_, index) => `part:${index}`)

/**
 * The latest activities of a history and of the community, at most 16 in each of 32 shards, and the counted days of each
 * participant.
 */
export function activityProjection(history: History): Projection<FeedDocument, typeof activityEvents> {
  const run = runName(history)
  return {
    name: `activity-${run}`,
    version: 5,
    streams: ['user-', 'deleted-', 'project-', 'journey-', 'discussion-'],
    events: activityEvents,
    documentIds: (event) => (isInFeed(event, history) ? documentsOf(event) : []),
    evolve: (document, event, id, others) => {
      if (isDaysId(id)) return evolveDays(isShard(document) ? undefined : document, event)
      const shard = isShard(document) ? document : undefined
      if (!isEventOf(shardEvents, event)) return shard
      const before = shard?.activities ?? []
      const activities = evolveActivities(before, event, daysBefore(event, others))
      return activities === before ? shard : { activities }
    },
    indexEntries: () => ({}),
  }
}

/** Whether an event changes the feed of a history. Most events are ratings by participants, which do not. */
function isInFeed(event: ActivityEvent, history: History): boolean {
  if (isStatusEvent(event)) return isOfProject(event, history)
  switch (event.type) {
    case 'ProjectRated':
      return event.data.official && isOfProject(event, history)
    case 'CommentPosted':
    case 'CommentRemoved':
    case 'CommentHidden':
    case 'CommentShown':
      return isOfProject(event, history)
    case 'UserRegistered':
      return event.data.role === 'participant'
    case 'DayCompleted':
    case 'DayReopened':
      return isInHistory(history, event)
    case 'AccountDeleted':
    case 'DiscussionOpened':
    case 'DiscussionRemoved':
      return true
  }
}

const isOfProject = (event: ActivityEvent, history: History): boolean =>
  isInHistory(history, event) && subjectProject(event.stream) !== undefined

/** The shard comes first: it needs the counted days from before the event. */
function documentsOf(event: ActivityEvent): readonly string[] {
  const daysId = daysIdOf(event)
  return [
    ...(isEventOf(shardEvents, event) ? shardOf(event.stream) : []),
    ...(daysId === undefined ? [] : [daysId]),
  ]
}

function daysBefore(event: ActivityEvent, others: DocumentsOfEvent<FeedDocument>): readonly number[] {
  const daysId = event.type === 'ProjectSubmitted' ? daysIdOf(event) : undefined
  const document = daysId === undefined ? undefined : others(daysId)
  return document === undefined || isShard(document) ? [] : document.days
}

/** The shard of a stream, by the last two hexadecimal digits of the id at its end. */
function shardOf(stream: string): readonly string[] {
  const shard = feedShardIds[Number.parseInt(stream.slice(-2), 16) % feedShardIds.length]
  return shard === undefined ? [] : [shard]
}
