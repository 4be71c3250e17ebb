import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { activityHandlers } from './activity/endpoints.ts'
import { activityUpdates } from './activity/live.ts'
import { activityQueries } from './activity/query.ts'
import { activityProjection } from './activity/projection.ts'
import { communityHandlers } from './community/endpoints.ts'
import { communityQueries } from './community/query.ts'
import { discussionHandlers } from './discussions/endpoints.ts'
import { discussionsUpdates } from './discussions/live.ts'
import { discussionQueries } from './discussions/query.ts'
import { discussionsProjection } from './discussions/projection.ts'
import { contributions } from './leaderboard/contributions.ts'
import type { Standings } from './leaderboard/standings.ts'
import type { Members } from './people/members.ts'
import type { PeopleQueries } from './people/query.ts'
import type { ProductProjection } from './registered-projection.ts'
import type { ProjectSummaries } from './projects/lookups.ts'
import { livePosition } from './live-position.ts'

export type CommunityModelsOptions = {
  store: ReadModelStore
  run: number
  readModels: { people: ReadModelKey }
  standings: Standings
  members: Members
  projectSummaries: ProjectSummaries
  people: Pick<PeopleQueries, 'me'>
  hasListeners: HasListeners
}

/** The read models of the community screens: activity feed, discussions and members. */
export function communityModels(options: CommunityModelsOptions): {
  projections: readonly ProductProjection[]
  endpoints: readonly Endpoint[]
} {
  const { store, run, readModels, standings, people, members, projectSummaries, hasListeners } = options
  const activity = activityProjection(run)
  const { personSummaries } = members
  const discussions = discussionQueries({ store, readModel: discussionsProjection, personSummaries })
  const lookups = {
    personSummaries,
    projectSummaries: projectSummaries.byIds,
    discussionSummaries: discussions.byIds,
  }
  const community = communityQueries({
    members,
    leaderboard: contributions(standings),
    popularProjects: projectSummaries.popular,
    ownUser: async (id) => (await people.me(id))?.user,
    position: () => livePosition(store, readModels.people),
  })
  return {
    projections: [
      { projection: discussionsProjection, liveUpdates: discussionsUpdates(hasListeners) },
      { projection: activity, liveUpdates: activityUpdates(lookups, hasListeners) },
    ],
    endpoints: [
      ...communityHandlers(community),
      ...activityHandlers(activityQueries({ store, readModel: activity, lookups })),
      ...discussionHandlers(discussions),
    ],
  }
}
