import { meanOf } from '@thirty/contracts/rules/points.ts'
import type { ChallengeNews } from './challenge-story.ts'
import type { Commented, Deed, Moment, ProjectStory, Rated, Review } from './project-story.ts'

export type ProjectNamed = { _id: string; projectName: string; day: number }
/** People who did the same to the same project, the latest first: those who are named, and how many others. */
type Gathered = { project: ProjectNamed; people: readonly string[]; others: number }

/** A line of somebody's notifications, before names are put to the people. */
export type Line = Moment & { id: string } & (
    | { kind: 'approved' | 'rejected'; project: ProjectNamed; reason: string | null }
    | ({ kind: 'rated'; official: boolean; average: number; count: number } & Gathered)
    | ({ kind: 'liked' } & Gathered)
    | ({ kind: 'commented'; comment: string } & Gathered)
    | { kind: 'challenge'; news: ChallengeNews }
  )

const mostNamed = 3
const longestComment = 200

/** What a project's owner is told: a line of each review, and one for all who rated, liked or commented. */
export function linesOf({ _id, day }: Omit<ProjectNamed, 'projectName'>, story: ProjectStory): Line[] {
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

export const challengeLine = (news: ChallengeNews): Line => ({
  ...momentOf(news),
  id: `challenge:${news.position}`,
  kind: 'challenge',
  news,
})

const reviewLine = (project: ProjectNamed, { kind, reason, ...review }: Review): Line => ({
  ...momentOf(review),
  id: `${project._id}:review:${review.position}`,
  kind,
  project,
  reason,
})

function ratingLine(project: ProjectNamed, official: boolean, ratings: readonly Rated[]): Line[] {
  const own = ratings.filter((rating) => rating.official === official)
  const average = meanOf(own.map((rating) => rating.average))
  return gathered(project, own).map((all) => ({
    ...all,
    id: `${project._id}:${official ? 'official' : 'community'}`,
    kind: 'rated',
    official,
    average,
    count: own.length,
  }))
}

const likeLine = (project: ProjectNamed, likes: readonly Deed[]): Line[] =>
  gathered(project, likes).map((all) => ({ ...all, id: `${project._id}:likes`, kind: 'liked' }))

function commentLine(project: ProjectNamed, comments: readonly Commented[]): Line[] {
  const comment = beginningOf(comments.at(-1)?.text ?? '')
  return gathered(project, comments).map((all) => ({
    ...all,
    id: `${project._id}:comments`,
    kind: 'commented',
    comment,
  }))
}

/** One line for all of them, at the place of the latest; none without any. */
function gathered(project: ProjectNamed, deeds: readonly Deed[]): (Gathered & Moment)[] {
  const latest = deeds.at(-1)
  if (latest === undefined) return []
  const people = [...new Set(deeds.map(({ by }) => by).reverse())]
  const others = Math.max(0, people.length - mostNamed)
  return [{ ...momentOf(latest), project, people: people.slice(0, mostNamed), others }]
}

const momentOf = ({ position, at }: Moment): Moment => ({ position, at })

/** The beginning of a text, not cut within a letter. */
function beginningOf(text: string): string {
  const letters = [...text]
  return letters.length <= longestComment ? text : `${letters.slice(0, longestComment).join('')}…`
}
