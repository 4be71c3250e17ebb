import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import type { FeedLookups } from '@thirty/projections/activity/feed-items.ts'
import type { ProjectSummary } from '@thirty/projections/summaries.ts'
import { userIdOf } from './event-builders.ts'
import { nameIn } from './named.ts'

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

type Known = Partial<FeedLookups> & { people?: readonly string[]; projects?: readonly ProjectSummary[] }

/** What the feed asks of other slices: they know these people, by name, and these projects. */
export function feedLookups({ people = [], projects = [], ...others }: Known = {}): FeedLookups {
  const names = new Map(people.map((name) => [userIdOf(name), name]))
  return {
    personSummaries: async () => (id) => ({ id, ...nameIn(names, id), username: null, avatar: null }),
    projectSummaries: async () => new Map(projects.map((project) => [project.id, project])),
    discussionSummaries: async () => new Map(),
    submittedDays: async (ids) => ids.map(() => []),
    ...others,
  }
}
