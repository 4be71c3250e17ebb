// Folds notifications, without the names of their people, from the events of a history in the streams of the user's projects when they
// are requested: most events of a challenge are never shown in this way, so a read model would be wasted work. The result is cached, and
// the next request of the same epoch reads of the projects only the events since then; the short stream of the challenge is read as
// everywhere else.

import type { ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'
import {
  frozenAtOf,
  isImportedEvent,
  isInHistory,
  publicHistory,
  type History,
} from '@thirty/contracts/challenge/history.ts'
import { projectStream } from '@thirty/contracts/projects/project-id.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import { LRUCache } from 'lru-cache'
import { readChallenge } from '../read-challenge.ts'
import { noticesOf } from './challenge-notices.ts'
import { projectNotifications, type UnnamedNotification } from './unnamed-notifications.ts'
import { freezesOf } from './challenge-notices.ts'
import { ProjectActivity } from './project-activity.ts'

type Log = Pick<EventLog, 'read'>
type Project = { _id: string; day: number }
/** The participant, the projects to read, and the last position to include with its epoch. */
export type LoadQuery = { user: string; projects: readonly Project[]; upTo: bigint; epoch: string }

/** Returns the notifications of a participant, newest first. */
export type LoadNotifications = (query: LoadQuery) => Promise<readonly UnnamedNotification[]>

type FoldedProjects = {
  upTo: bigint
  activities: ReadonlyMap<string, ProjectActivity>
  notifications: readonly UnnamedNotification[]
}
const maxCachedUsers = 1_000

export function notificationLoader(log: Log, history: History, knowsHidden = false): LoadNotifications {
  const cache = new LRUCache<string, Promise<FoldedProjects>>(entriesUpTo(maxCachedUsers))

  /** Requests of one user run one after the other, because `ProjectActivity` must apply each event once. */
  const foldProjects = (query: LoadQuery, challenge: ChallengeState): Promise<FoldedProjects> => {
    const { runs, current } = challenge.runs
    // A reset and a restore reveal.
    const isFrozen = !knowsHidden && history[0].run === current
    const frozenAt = isFrozen ? frozenAtOf(runs, current) : undefined
    const known = publicHistory(history, frozenAt)
    const key = `${query.epoch} ${query.user} ${frozenAt ?? ''}`
    const next = continueFold({ log, history: known, challenge }, cache.get(key), query)
    cache.set(key, next)
    // The request that awaits `next` reports the error; the next request starts over.
    next.catch(() => undefined)
    return next
  }

  return async (query) => {
    const challenge = await readChallenge(log, query.upTo)
    const { notifications } = await foldProjects(query, challenge)
    return [...notifications, ...noticesOf(challenge.runs, history)].sort(newestFirst)
  }
}

/** All ratings of a freeze are revealed at the same position: the order of those is that of their ids. */
const newestFirst = (left: UnnamedNotification, right: UnnamedNotification): number =>
  left.position === right.position ? compareText(left.id, right.id) : left.position > right.position ? -1 : 1

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

async function continueFold(
  { log, history, challenge: { mutes, runs } }: { log: Log; history: History; challenge: ChallengeState },
  previous: Promise<FoldedProjects> | undefined,
  { user, projects, upTo }: LoadQuery,
): Promise<FoldedProjects> {
  const cached = await previous?.catch(() => undefined)
  if (cached !== undefined && cached.upTo >= upTo && projects.every(({ _id }) => cached.activities.has(_id)))
    return cached
  const freezes = freezesOf(runs)
  const activities = new Map<string, ProjectActivity>()
  const notifications = await Promise.all(
    projects.map(async (project) => {
      const activity = cached?.activities.get(project._id) ?? new ProjectActivity(user)
      const newEvents = log.read(projectStream(project._id), activity.nextRevision)
      for await (const event of eventsUpTo(upTo, newEvents)) {
        activity.nextRevision = event.revision + 1
        if (isInHistory(history, event)) activity.apply(event, isImportedEvent(history, event))
      }
      activities.set(project._id, activity)
      return projectNotifications(project, activity, { mutes, freezes })
    }),
  )
  return { upTo, activities, notifications: notifications.flat() }
}

async function* eventsUpTo(
  position: bigint,
  events: AsyncIterable<RecordedEvent>,
): AsyncGenerator<RecordedEvent> {
  for await (const event of events) {
    if (event.position > position) return
    yield event
  }
}
