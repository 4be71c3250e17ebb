import { rooms, type ActivityMessage } from '@thirty/contracts/live.ts'
import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { excerptOf } from '@thirty/contracts/rules/text/excerpt.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import { toFeedItems, type ActivityDetails, type FeedLookups } from './feed-items.ts'
import { ratingKey, type Activity } from './activities.ts'
import type { FeedShard } from './projection.ts'

/** Most items of one frame: a crowd that hands in at midnight is not told one by one. */
export const maxItemsPerMessage = 50

/** Whoever watches the community hears what happens. */
export function activityUpdates(mentions: FeedLookups, isHeard: HasListeners) {
  const waiting = new Waiting(mentions)
  return ({ event, before, after }: DocumentChange<FeedShard>): readonly LiveUpdate[] => {
    const newest = after?.happenings.at(-1)
    // Something else changed the part if its newest happening is an older one: something was taken back.
    if (newest === undefined || newest.position !== Number(event.position)) {
      waiting.forget(before, after)
      return []
    }
    if (!isHeard(rooms.community)) return []
    waiting.add(knownFrom(newest, event))
    return [{ room: rooms.community, message: 'activity', build: () => waiting.frame() }]
  }
}

/** Names stand in other documents, so items are made when the frame leaves; until then the happenings wait here. */
class Waiting {
  #known: ActivityDetails[] = []
  #skipped = 0
  readonly #mentions: FeedLookups
  constructor(mentions: FeedLookups) {
    this.#mentions = mentions
  }

  add(known: ActivityDetails): void {
    const rating = ratingKey(known.activity)
    if (rating !== undefined)
      this.#known = this.#known.filter(({ activity: happening }) => ratingKey(happening) !== rating)
    this.#known.push(known)
    if (this.#known.length <= maxItemsPerMessage) return
    this.#known.shift()
    this.#skipped += 1
  }

  /** Whatever was there before and is not any more is no news: nobody is told what was taken back meanwhile. */
  forget(before: FeedShard | undefined, after: FeedShard | undefined): void {
    if (this.#known.length === 0) return
    const left = new Set(after?.happenings.map(({ position }) => position))
    const gone = before?.happenings.filter(({ position }) => !left.has(position)) ?? []
    const places = new Set(gone.map(({ position }) => position))
    this.#known = this.#known.filter(({ activity: happening }) => !places.has(happening.position))
  }

  async frame(): Promise<Omit<ActivityMessage, 'position' | 'at'> | undefined> {
    const [known, skipped] = [this.#known, this.#skipped]
    this.#known = []
    this.#skipped = 0
    const items = await toFeedItems(known.reverse(), this.#mentions)
    return items.length + skipped === 0 ? undefined : { items, skipped }
  }
}

/** What the event itself says about a happening. */
function knownFrom(happening: Activity, event: RecordedEvent): ActivityDetails {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & (ProjectEvent | UserEvent | DiscussionEvent)
  if (type === 'UserRegistered')
    return { activity: happening, name: { name: data.fullName, username: data.username ?? null } }
  if (type === 'DiscussionOpened' && happening.what === 'discussed') {
    const { title, text } = data
    const discussion = { id: happening.discussion, title, excerpt: excerptOf(text), replies: 0 }
    return { activity: happening, discussion }
  }
  if (type !== 'ProjectSubmitted' || happening.what !== 'submitted') return { activity: happening }
  const { projectName: title, description, image } = data
  const project = {
    id: happening.project,
    owner: happening.person,
    title,
    description,
    day: parseProjectId(happening.project)?.day ?? 0,
    thumbnail: imagePath(thumbnailOf(image)),
    isRejected: false,
    likes: 0,
    comments: 0,
    views: 0,
  }
  return { activity: happening, project }
}
