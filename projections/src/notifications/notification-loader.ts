// Folds notifications, without the names of their people, from the events of a history in the streams of the user's projects when they
// are requested: most events of a challenge are never shown in this way, so a read model would be wasted work. The result is cached, and
// the next request of the same epoch reads of the projects only the events since then; the short stream of the challenge is read as
// everywhere else.

import type { ChallengeState, Mute } from '@thirty/contracts/challenge/challenge-state.ts'
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
import {
  noticesOf,
  freezesOf,
  type ChallengeNotice,
  type RecordedAt,
  asRevealed,
  type Freeze,
} from './challenge-notices.ts'
import { excerptOf } from '@thirty/contracts/user-texts/excerpt.ts'
import type { StoredReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { calculateMean, calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { evolveStatus, isPresent, isStatusEvent } from '@thirty/contracts/projects/project-life.ts'
import { importedPersonId } from '@thirty/contracts/accounts/stand-ins.ts'

type Log = Pick<EventLog, 'read'>
type Project = { _id: string; day: number }
/** The participant, the projects to read, and the last position to include with its epoch. */
type LoadQuery = { user: string; projects: readonly Project[]; upTo: bigint; epoch: string }

type FoldedProjects = {
  upTo: bigint
  activities: ReadonlyMap<string, ProjectActivity>
  notifications: readonly UnnamedNotification[]
}
const maxCachedUsers = 1_000

/** Returns what finds the notifications of a participant, newest first. */
export function notificationLoader(log: Log, history: History, knowsHidden = false) {
  const cache = new LRUCache<string, Promise<FoldedProjects>>(entriesUpTo(maxCachedUsers))

  /** Requests of one user run one after the other, because each event must be added to an activity once. */
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

  return async (query: LoadQuery): Promise<readonly UnnamedNotification[]> => {
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
      const nothing = { nextRevision: 0, projectName: '', actions: new Map<string, Action>() }
      const activity = cached?.activities.get(project._id) ?? nothing
      for await (const event of log.read(projectStream(project._id), activity.nextRevision)) {
        if (event.position > upTo) break
        activity.nextRevision = event.revision + 1
        if (isInHistory(history, event)) addToActivity(activity, user, event, isImportedEvent(history, event))
      }
      activities.set(project._id, activity)
      return projectNotifications(project, activity, { mutes, freezes })
    }),
  )
  return { upTo, activities, notifications: notifications.flat() }
}

/** Returns what did not happen while notifications were off. */
const withoutMuted = (mutes: readonly Mute[], actions: readonly Action[]): Action[] =>
  actions.filter(({ position }) =>
    mutes.every(({ from, to }) => position < from || (to !== undefined && position > to)),
  )

type ProjectRef = { _id: string; projectName: string; day: number }
/**
 * The people who did the same to one project. `people` are the ids of those to name, the latest first; `others` is the
 * number of the others.
 */
type GroupedActions = { project: ProjectRef; people: readonly string[]; others: number }

export type UnnamedNotification = RecordedAt & { id: string } & (
    | { kind: 'approved'; project: ProjectRef; imported?: true }
    | { kind: 'rejected'; project: ProjectRef; reason: StoredReviewText | null; imported?: true }
    | ({ kind: 'rated'; official: boolean; average: number; count: number; imported?: true } & GroupedActions)
    | ({ kind: 'liked' } & GroupedActions)
    | ({ kind: 'commented'; comment: string } & GroupedActions)
    | ChallengeNotice
  )

/** An owner may revise a project without limit, so only the latest reviews are shown. */
const maxReviews = 10
const maxNamedPeople = 3
const maxCommentLength = 200

/**
 * Returns the notifications of a project's owner: one for each review, and one for all ratings, likes or comments. Actions while
 * notifications were off stay left out after they are switched on again. Ratings during a freeze of the leaderboard count as given at the
 * reveal.
 */
function projectNotifications(
  { _id, day }: Omit<ProjectRef, 'projectName'>,
  activity: ProjectActivity,
  { mutes, freezes }: { mutes: readonly Mute[]; freezes: readonly Freeze[] },
): UnnamedNotification[] {
  // The caller passes a whole card: only these fields may be kept and shown.
  const project = { _id, projectName: activity.projectName, day }
  const done = withoutMuted(mutes, [...activity.actions.values()])
  const reviews = done.filter((one) => 'reason' in one)
  const ratings = asRevealed(
    freezes,
    done.filter((one) => one.kind === 'rated'),
  )
  const likes = done.filter((one) => one.kind === 'liked')
  const comments = done.filter((one) => one.kind === 'commented').filter(({ isHidden }) => !isHidden)
  return [
    ...reviews.slice(-maxReviews).map(({ kind, reason, ...review }): UnnamedNotification => ({
      ...review,
      id: `${_id}:review:${review.position}`,
      project,
      ...(kind === 'rejected' ? { kind, reason } : { kind }),
    })),
    ...ratingNotification(project, true, ratings),
    ...ratingNotification(project, false, ratings),
    ...grouped(project, 'likes', likes, () => ({ kind: 'liked' })),
    ...grouped(project, 'comments', comments, ({ text }) => ({
      kind: 'commented',
      comment: excerptOf(text, maxCommentLength),
    })),
  ]
}

function ratingNotification(
  project: ProjectRef,
  official: boolean,
  ratings: readonly (Action & { kind: 'rated' })[],
): UnnamedNotification[] {
  const counted = ratings.filter((rating) => rating.official === official)
  return grouped(project, official ? 'official' : 'community', counted, () => ({
    kind: 'rated',
    official,
    average: calculateMean(counted.map(({ average }) => average)),
    count: counted.length,
    ...(counted.some(({ imported }) => imported) && { imported: true as const }),
  }))
}

/** Returns one notification of all actions, at the position of the latest; none without actions. */
function grouped<One extends RecordedAt & { by: string }, const Said>(
  project: ProjectRef,
  part: string,
  actions: readonly One[],
  sayOf: (latest: One) => Said,
): (RecordedAt & { id: string } & GroupedActions & Said)[] {
  const latest = actions.at(-1)
  if (latest === undefined) return []
  const { position, at } = latest
  const people = [...new Set(actions.map(({ by }) => by).reverse())]
  const others = Math.max(0, people.length - maxNamedPeople)
  const named = { project, people: people.slice(0, maxNamedPeople), others }
  return [{ id: `${project._id}:${part}`, position, at, ...named, ...sayOf(latest) }]
}

/** What somebody did. Of a hidden comment, only its author and moderators know. */
type Deed =
  | { kind: 'approved' | 'rejected'; reason: StoredReviewText | null }
  | { kind: 'rated'; by: string; official: boolean; average: number }
  | { kind: 'liked'; by: string }
  | { kind: 'commented'; by: string; text: string; isHidden: boolean }

/** `imported`: only a file without a known signature says so. */
type Action = RecordedAt & { imported?: true } & Deed

/** `nextRevision`: of the next event to read in the stream of the project. `actions`: by what a later one replaces, the latest last. */
type ProjectActivity = { nextRevision: number; projectName: string; actions: Map<string, Action> }

/**
 * Adds what an event of the project says. Events must come in order and once. It changes the activity, because popular projects have
 * thousands of events. `isImported`: whether the event is from a file without a known signature.
 */
function addToActivity(activity: ProjectActivity, owner: string, event: RecordedEvent, isImported: boolean) {
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
      // The id of an admin in such a file may be the id of a person here.
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
