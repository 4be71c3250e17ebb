import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import type { DiscussionSummary, ProjectSummary } from '@thirty/projections/summaries.ts'
import { userIdOf } from './event-builders.ts'
import { nameIn } from './named.ts'
import { contextWith } from './run-context.ts'

/** A project of Ada as the feed shows it. */
export const projectSummary = (id: string, overrides: Partial<ProjectSummary> = {}): ProjectSummary => ({
  id,
  owner: userIdOf('Ada'),
  title: 'Kanban',
  description: 'A board of cards',
  day: 1,
  thumbnail: '/uploads/1-small.webp',
  status: 'submitted',
  since: sortablePosition(0n),
  likes: 3,
  comments: 2,
  views: 9,
  ...overrides,
})

type Known = {
  people?: readonly string[]
  projects?: readonly ProjectSummary[]
  discussions?: readonly DiscussionSummary[]
  submittedDays?: BoardRow['days']
}

/** What the feed asks of other slices: they know these people, by name, and these projects. */
export function feedLookups({
  people = [],
  projects = [],
  discussions = [],
  submittedDays = [],
}: Known = {}) {
  const names = new Map(people.map((name) => [userIdOf(name), name]))
  return contextWith({
    personSummaries: async () => (id: string) => ({ id, ...nameIn(names, id), username: null, avatar: null }),
    projectSummaries: async () => new Map(projects.map((project) => [project.id, project])),
    discussions: { byIds: async () => new Map(discussions.map((discussion) => [discussion.id, discussion])) },
    contributions: { submittedDays: async (ids: readonly string[]) => ids.map(() => submittedDays) },
  })
}
