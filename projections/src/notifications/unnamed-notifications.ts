// Notifications before the names of their people are looked up, from what happened to the projects of a user and to the challenge.

import { excerptOf } from '@thirty/contracts/user-texts/excerpt.ts'
import type { StoredReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { calculateMean } from '@thirty/contracts/leaderboard/points.ts'
import type { ChallengeNotice } from './challenge-notices.ts'
import { asRevealed, type Freeze } from './challenge-notices.ts'
import type { Mute } from '@thirty/contracts/challenge/challenge-state.ts'
import type { UserAction, RecordedAt, ProjectActivity, RatingAction, Review } from './project-activity.ts'

/** Returns what did not happen while notifications were off. */
const withoutMuted = <Item extends { position: bigint }>(
  mutes: readonly Mute[],
  items: Iterable<Item>,
): Item[] =>
  [...items].filter(({ position }) =>
    mutes.every(({ from, to }) => position < from || (to !== undefined && position > to)),
  )

export type ProjectRef = { _id: string; projectName: string; day: number }
/**
 * The people who did the same to one project. `people` are the ids of those to name, the latest first; `others` is the
 * number of the others.
 */
type GroupedActions = { project: ProjectRef; people: readonly string[]; others: number }

/** A notification before the names of its people are looked up. */
export type UnnamedNotification = RecordedAt & { id: string } & (
    | { kind: 'approved'; project: ProjectRef; imported?: true }
    | { kind: 'rejected'; project: ProjectRef; reason: StoredReviewText | null; imported?: true }
    | ({ kind: 'rated'; official: boolean; average: number; count: number; imported?: true } & GroupedActions)
    | ({ kind: 'liked' } & GroupedActions)
    | ({ kind: 'commented'; comment: string } & GroupedActions)
    | ChallengeNotice
  )

const maxNamedPeople = 3
const maxCommentLength = 200

/**
 * Returns the notifications of a project's owner: one for each review, and one for all ratings, likes or comments. Actions while
 * notifications were off stay left out after they are switched on again. Ratings during a freeze of the leaderboard count as given at the
 * reveal.
 */
export function projectNotifications(
  { _id, day }: Omit<ProjectRef, 'projectName'>,
  activity: ProjectActivity,
  { mutes, freezes }: { mutes: readonly Mute[]; freezes: readonly Freeze[] },
): UnnamedNotification[] {
  // The caller passes a whole card: only these fields may be kept and shown.
  const project = { _id, projectName: activity.projectName, day }
  const comments = [...activity.comments.values()].filter(({ isHidden }) => !isHidden)
  const ratings = asRevealed(freezes, withoutMuted(mutes, activity.ratings.values()))
  return [
    ...withoutMuted(mutes, activity.reviews).map((review) => reviewNotification(project, review)),
    ...ratingNotification(project, true, ratings),
    ...ratingNotification(project, false, ratings),
    ...grouped(project, 'likes', withoutMuted(mutes, activity.likes.values()), () => ({ kind: 'liked' })),
    ...grouped(project, 'comments', withoutMuted(mutes, comments), ({ text }) => ({
      kind: 'commented',
      comment: excerptOf(text, maxCommentLength),
    })),
  ]
}

const reviewNotification = (
  project: ProjectRef,
  { kind, reason, ...review }: Review,
): UnnamedNotification => ({
  ...review,
  id: `${project._id}:review:${review.position}`,
  project,
  ...(kind === 'rejected' ? { kind, reason } : { kind }),
})

function ratingNotification(
  project: ProjectRef,
  official: boolean,
  ratings: readonly RatingAction[],
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
function grouped<Action extends UserAction, const Said>(
  project: ProjectRef,
  part: string,
  actions: readonly Action[],
  sayOf: (latest: Action) => Said,
): (RecordedAt & { id: string } & GroupedActions & Said)[] {
  const latest = actions.at(-1)
  if (latest === undefined) return []
  const { position, at } = latest
  const people = [...new Set(actions.map(({ by }) => by).reverse())]
  const others = Math.max(0, people.length - maxNamedPeople)
  const named = { project, people: people.slice(0, maxNamedPeople), others }
  return [{ id: `${project._id}:${part}`, position, at, ...named, ...sayOf(latest) }]
}
