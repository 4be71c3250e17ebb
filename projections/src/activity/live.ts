// Sends new activities, unless they were revoked, to everybody who watches the community, and says whose profiles they change.

import { rooms } from '@thirty/contracts/live/live.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { excerptOf } from '@thirty/contracts/user-texts/excerpt.ts'
import { collected, type LiveUpdate, type DocumentChange } from '../registered-projection.ts'
import type { RunContext } from '../run-context.ts'
import {
  isShownActivity,
  ratingKey,
  type Activity,
  type activityEvents,
  type ActivityEvent,
  type FeedDocument,
} from './projection.ts'
import { toFeedItems, type ActivityDetails } from './feed-items.ts'

type FeedChange = DocumentChange<FeedDocument, typeof activityEvents>

/** Maximum number of activities in one message. Of more, e.g. at midnight, the older ones are only counted. */
export const maxItemsPerMessage = 50

export function activityUpdates(context: RunContext) {
  const build = async (details: readonly ActivityDetails[], skipped: number) => {
    const items = await toFeedItems(details.toReversed(), context)
    return items.length + skipped === 0 ? undefined : { items, skipped }
  }
  /** Without details, an activity that still waits is not sent. */
  const update = (activity: Activity, item: ActivityDetails | null) =>
    collected({
      room: rooms.community,
      message: 'activity',
      key: ratingKey(activity) ?? String(activity.position),
      item,
      maxItems: maxItemsPerMessage,
      build,
    })

  return (change: FeedChange): readonly LiveUpdate[] => {
    const activity = addedActivity(change)
    if (activity) return [update(activity, detailsOf(activity, change.event))]
    return revokedActivities(change).map((revoked) => update(revoked, null))
  }
}

/** Returns the persons of the activities that a change added or revoked, each once. */
export function personsOfChange(change: FeedChange): readonly string[] {
  const added = addedActivity(change)
  return added ? [added.person] : [...new Set(revokedActivities(change).map(({ person }) => person))]
}

function addedActivity({ event, after }: FeedChange): Activity | undefined {
  const newest = after?.activities.at(-1)
  return newest?.position === Number(event.position) ? newest : undefined
}

function revokedActivities({ before, after }: FeedChange): readonly Activity[] {
  const remaining = new Set(after?.activities.filter(isShownActivity).map(({ position }) => position))
  const shown = before?.activities.filter(isShownActivity) ?? []
  return shown.filter(({ position }) => !remaining.has(position))
}

function detailsOf(activity: Activity, event: ActivityEvent): ActivityDetails {
  if (event.type === 'UserRegistered') {
    const { fullName: name, username = null } = event.data
    return { activity, name: { name, nameCodes: undefined, username } }
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
    status: 'submitted' as const,
    likes: 0,
    comments: 0,
    views: 0,
  }
  return { activity, project }
}
