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
import type { ProjectSummaries } from './projects/lookups/project-summaries.ts'

export type CommunityModelsOptions = {
  store: ReadModelStore
  run: number
  readModels: { people: ReadModelKey }
  standings: Standings
  /** Those of whom it is told, and their projects. */
  members: Members
  projectSummaries: ProjectSummaries
  people: Pick<PeopleQueries, 'me'>
  hasListeners: HasListeners
}

/** What people do and say together: the feed, discussions and members, put together from what other slices know. */
export function communityModels(options: CommunityModelsOptions): {
  projections: readonly ProductProjection[]
  endpoints: readonly Endpoint[]
} {
  const {
    store,
    run,
    readModels: views,
    standings: standing,
    people,
    members: known,
    projectSummaries: mentioned,
    hasListeners: isHeard,
  } = options
  const activity = activityProjection(run)
  const { speakersOf } = known
  const discussions = discussionQueries({ store, readModel: discussionsProjection, speakersOf })
  const mentions = { speakersOf, projectsOf: mentioned.of, discussionsOf: discussions.of }
  const community = communityQueries({
    members: known,
    leaderboard: contributions(standing),
    popularProjects: mentioned.popular,
    ownUser: async (id) => (await people.me(id))?.user,
    position: () => store.checkpoint(views.people),
  })
  return {
    projections: [
      { projection: discussionsProjection, liveUpdates: discussionsUpdates(isHeard) },
      { projection: activity, liveUpdates: activityUpdates(mentions, isHeard) },
    ],
    endpoints: [
      ...communityHandlers(community),
      ...activityHandlers(activityQueries({ store, readModel: activity, lookups: mentions })),
      ...discussionHandlers(discussions),
    ],
  }
}
