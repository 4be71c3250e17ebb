import { calculateMean } from '@thirty/contracts/rules/points.ts'
import type { ChallengeNotice } from './challenge-notices.ts'
import type {
  CommentAction,
  UserAction,
  RecordedAt,
  ProjectActivity,
  RatingAction,
  Review,
} from './project-activity.ts'

export type ProjectRef = { _id: string; projectName: string; day: number }
/** People who did the same to the same project, the latest first: those who are named, and how many others. */
type Gathered = { project: ProjectRef; people: readonly string[]; others: number }

/** A line of somebody's notifications, before names are put to the people. */
export type NotificationDraft = RecordedAt & { id: string } & (
    | { kind: 'approved' | 'rejected'; project: ProjectRef; reason: string | null }
    | ({ kind: 'rated'; official: boolean; average: number; count: number } & Gathered)
    | ({ kind: 'liked' } & Gathered)
    | ({ kind: 'commented'; comment: string } & Gathered)
    | { kind: 'challenge'; news: ChallengeNotice }
  )

const mostNamed = 3
const longestComment = 200

/** What a project's owner is told: a line of each review, and one for all who rated, liked or commented. */
export function projectDrafts(
  { _id, day }: Omit<ProjectRef, 'projectName'>,
  story: ProjectActivity,
): NotificationDraft[] {
  // Field by field: what comes in is a whole card, which is not for telling and not for keeping.
  const named = { _id, projectName: story.projectName, day }
  const ratings = [...story.ratings.values()]
  return [
    ...story.reviews.map((review) => reviewLine(named, review)),
    ...ratingLine(named, true, ratings),
    ...ratingLine(named, false, ratings),
    ...likeLine(named, [...story.likes.values()]),
    ...commentLine(named, [...story.comments.values()]),
  ]
}

export const challengeDraft = (news: ChallengeNotice): NotificationDraft => ({
  ...momentOf(news),
  id: `challenge:${news.position}`,
  kind: 'challenge',
  news,
})

const reviewLine = (project: ProjectRef, { kind, reason, ...review }: Review): NotificationDraft => ({
  ...momentOf(review),
  id: `${project._id}:review:${review.position}`,
  kind,
  project,
  reason,
})

function ratingLine(
  project: ProjectRef,
  official: boolean,
  ratings: readonly RatingAction[],
): NotificationDraft[] {
  const own = ratings.filter((rating) => rating.official === official)
  const average = calculateMean(own.map((rating) => rating.average))
  return gathered(project, own).map((all) => ({
    ...all,
    id: `${project._id}:${official ? 'official' : 'community'}`,
    kind: 'rated',
    official,
    average,
    count: own.length,
  }))
}

const likeLine = (project: ProjectRef, likes: readonly UserAction[]): NotificationDraft[] =>
  gathered(project, likes).map((all) => ({ ...all, id: `${project._id}:likes`, kind: 'liked' }))

function commentLine(project: ProjectRef, comments: readonly CommentAction[]): NotificationDraft[] {
  const comment = beginningOf(comments.at(-1)?.text ?? '')
  return gathered(project, comments).map((all) => ({
    ...all,
    id: `${project._id}:comments`,
    kind: 'commented',
    comment,
  }))
}

/** One line for all of them, at the place of the latest; none without any. */
function gathered(project: ProjectRef, deeds: readonly UserAction[]): (Gathered & RecordedAt)[] {
  const latest = deeds.at(-1)
  if (latest === undefined) return []
  const people = [...new Set(deeds.map(({ by }) => by).reverse())]
  const others = Math.max(0, people.length - mostNamed)
  return [{ ...momentOf(latest), project, people: people.slice(0, mostNamed), others }]
}

const momentOf = ({ position, at }: RecordedAt): RecordedAt => ({ position, at })

/** The beginning of a text, not cut within a letter. */
function beginningOf(text: string): string {
  const letters = [...text]
  return letters.length <= longestComment ? text : `${letters.slice(0, longestComment).join('')}…`
}
