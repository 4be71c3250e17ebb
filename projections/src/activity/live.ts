import { rooms } from '@thirty/contracts/live/live.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/projects/images.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { excerptOf } from '@thirty/contracts/text/visible-text.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import { DeferredUpdates } from '../deferred-updates.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import {
  isShownActivity,
  ratingKey,
  type Activity,
  type activityEvents,
  type ActivityEvent,
} from './activities.ts'
import { toFeedItems, type ActivityDetails, type FeedLookups } from './feed-items.ts'
import type { FeedDocument } from './projection.ts'

type FeedChange = DocumentChange<FeedDocument, typeof activityEvents>

/** Maximum number of activities in one message. Of more, e.g. at midnight, the older ones are only counted. */
export const maxItemsPerMessage = 50

/** Sends new activities to everybody who watches the community. */
export function activityUpdates(lookups: FeedLookups, hasListeners: HasListeners) {
  const deferred = new DeferredUpdates<ActivityDetails>({ maxItems: maxItemsPerMessage })

  const build = async (details: readonly ActivityDetails[], skipped: number) => {
    const items = await toFeedItems(details.toReversed(), lookups)
    return items.length + skipped === 0 ? undefined : { items, skipped }
  }

  return (change: FeedChange): readonly LiveUpdate[] => {
    const { event, before, after } = change
    const activity = after?.activities.at(-1)
    if (activity === undefined || activity.position !== Number(event.position)) {
      // The event added no activity, but may have revoked some: revoked activities that still wait must not be sent.
      const revoked = removedPositions(before, after)
      deferred.discard((details) => revoked.has(details.activity.position))
      return []
    }
    if (!hasListeners(rooms.community)) return []
    return [
      deferred.defer({
        room: rooms.community,
        message: 'activity',
        key: ratingKey(activity) ?? String(activity.position),
        item: detailsOf(activity, event),
        build,
      }),
    ]
  }
}

/** Returns the persons of the activities that a change added or revoked, each once. */
export function personsOfChange(change: FeedChange): readonly string[] {
  const { event, before, after } = change
  const added = after?.activities.at(-1)
  if (added?.position === Number(event.position)) return [added.person]
  const revoked = removedPositions(before, after)
  const activities = before?.activities.filter(({ position }) => revoked.has(position)) ?? []
  return [...new Set(activities.map(({ person }) => person))]
}

function removedPositions(
  before: FeedDocument | undefined,
  after: FeedDocument | undefined,
): ReadonlySet<number> {
  const remaining = new Set(after?.activities.filter(isShownActivity).map(({ position }) => position))
  const all = before?.activities.filter(isShownActivity).map(({ position }) => position) ?? []
  return new Set(all.filter((position) => !remaining.has(position)))
}

/** Returns an activity with the details that its event contains. */
function detailsOf(activity: Activity, event: ActivityEvent): ActivityDetails {
  if (event.type === 'UserRegistered') {
    const { fullName: name, username = null } = event.data
    return { activity, name: { name, username } }
  }
  if (event.type === 'DiscussionOpened' && activity.what === 'discussed') {
    const { title, text } = event.data
    return { activity, discussion: { id: activity.discussion, title, excerpt: excerptOf(text), replies: 0 } }
  }
  if (event.type !== 'ProjectSubmitted' || activity.what !== 'submitted') return { activity }
  const { projectName: title, description, image } = event.data
  const project = {
    id: activity.project,
    owner: activity.person,
    title,
    description,
    day: parseProjectId(activity.project)?.day ?? 0,
    thumbnail: imagePath(thumbnailOf(image)),
    isRejected: false,
    likes: 0,
    comments: 0,
    views: 0,
  }
  return { activity, project }
}
