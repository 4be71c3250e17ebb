import { journeyStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { subjectProject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import { activityEvents, evolveActivities, type Activity, type ActivityEvent } from './activities.ts'

/** A shard of the feed: the latest activities of some streams, the latest last. */
export type FeedShard = { activities: readonly Activity[] }

/**
 * Document ids of the shards. All activities of one person, project or discussion are in one shard, where the event that
 * revokes an activity finds it. Many small shards are cheap to append to, and a flood in one stream fills one shard only.
 */
export const feedShardIds: readonly string[] = Array.from({ length: 32 }, (_, index) => `part:${index}`)

/** The latest activities of a run and of the community, at most 16 in each of 32 shards. */
export function activityProjection(run: number): Projection<FeedShard, typeof activityEvents> {
  const journeyPrefix = journeyStream({ run, user: '' })
  return {
    name: `activity-r${run}`,
    version: 2,
    streams: ['user-', 'deleted-', 'project-', 'journey-', 'discussion-'],
    events: activityEvents,
    documentIds: (event) => (isInFeed(event, run, journeyPrefix) ? shardOf(event.stream) : []),
    evolve: (shard, event) => {
      const before = shard?.activities ?? []
      const activities = evolveActivities(before, event)
      return activities === before ? shard : { activities }
    },
    indexEntries: () => ({}),
  }
}

/** Whether an event changes the feed of this run. Most events are ratings by participants, which do not. */
function isInFeed(event: ActivityEvent, run: number, journeyPrefix: string): boolean {
  switch (event.type) {
    case 'ProjectRated':
      return event.data.official && subjectProject(event.stream, run) !== undefined
    case 'ProjectSubmitted':
    case 'ProjectApproved':
    case 'ProjectWithdrawn':
    case 'CommentPosted':
    case 'CommentRemoved':
      return subjectProject(event.stream, run) !== undefined
    case 'UserRegistered':
      return event.data.role === 'participant'
    case 'DayCompleted':
    case 'DayReopened':
      return event.stream.startsWith(journeyPrefix)
    case 'AccountDeleted':
    case 'DiscussionOpened':
    case 'DiscussionRemoved':
      return true
    default:
      return event satisfies never
  }
}

/** The shard of a stream, by the last two hexadecimal digits of the id at its end. */
function shardOf(stream: string): readonly string[] {
  const shard = feedShardIds[Number.parseInt(stream.slice(-2), 16) % feedShardIds.length]
  return shard === undefined ? [] : [shard]
}
