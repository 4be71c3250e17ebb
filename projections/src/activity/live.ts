import { rooms, type ActivityFrame } from '@thirty/contracts/live.ts'
import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { excerptOf } from '@thirty/contracts/rules/excerpt.ts'
import { pictureAddress, thumbnailOf } from '@thirty/contracts/rules/pictures.ts'
import { projectParts } from '@thirty/contracts/rules/project-id.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { IsHeard } from '@thirty/infra/live/live.ts'
import type { Announcement } from '../gather.ts'
import type { Change } from '../projection.ts'
import { itemsOf, type Known, type Mentions } from './items.ts'
import { ratingTold, type Happening } from './happenings.ts'
import type { FeedPart } from './view.ts'

/** Most items of one frame: a crowd that hands in at midnight is not told one by one. */
export const mostInFrame = 50

/** Whoever watches the community hears what happens. */
export function activityNews(mentions: Mentions, isHeard: IsHeard) {
  const waiting = new Waiting(mentions)
  return ({ event, before, after }: Change<FeedPart>): readonly Announcement[] => {
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
  #known: Known[] = []
  #skipped = 0
  readonly #mentions: Mentions
  constructor(mentions: Mentions) {
    this.#mentions = mentions
  }

  add(known: Known): void {
    const rating = ratingTold(known.happening)
    if (rating !== undefined)
      this.#known = this.#known.filter(({ happening }) => ratingTold(happening) !== rating)
    this.#known.push(known)
    if (this.#known.length <= mostInFrame) return
    this.#known.shift()
    this.#skipped += 1
  }

  /** Whatever was there before and is not any more is no news: nobody is told what was taken back meanwhile. */
  forget(before: FeedPart | undefined, after: FeedPart | undefined): void {
    if (this.#known.length === 0) return
    const left = new Set(after?.happenings.map(({ position }) => position))
    const gone = before?.happenings.filter(({ position }) => !left.has(position)) ?? []
    const places = new Set(gone.map(({ position }) => position))
    this.#known = this.#known.filter(({ happening }) => !places.has(happening.position))
  }

  async frame(): Promise<Omit<ActivityFrame, 'position' | 'at'> | undefined> {
    const [known, skipped] = [this.#known, this.#skipped]
    this.#known = []
    this.#skipped = 0
    const items = await itemsOf(known.reverse(), this.#mentions)
    return items.length + skipped === 0 ? undefined : { items, skipped }
  }
}

/** What the event itself says about a happening. */
function knownFrom(happening: Happening, event: RecordedEvent): Known {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & (ProjectEvent | UserEvent | DiscussionEvent)
  if (type === 'UserRegistered')
    return { happening, name: { name: data.fullName, username: data.username ?? null } }
  if (type === 'DiscussionOpened' && happening.what === 'discussed') {
    const { title, text } = data
    const discussion = { id: happening.discussion, title, excerpt: excerptOf(text), replies: 0 }
    return { happening, discussion }
  }
  if (type !== 'ProjectSubmitted' || happening.what !== 'submitted') return { happening }
  const { projectName: title, description, image } = data
  const project = {
    id: happening.project,
    owner: happening.person,
    title,
    description,
    day: projectParts(happening.project)?.day ?? 0,
    thumbnail: pictureAddress(thumbnailOf(image)),
    isRejected: false,
    likes: 0,
    comments: 0,
    views: 0,
  }
  return { happening, project }
}
