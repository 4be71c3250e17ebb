import type { Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { IsHeard } from '@thirty/infra/live/live.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { activityEndpoints } from './activity/endpoints.ts'
import { activityNews } from './activity/live.ts'
import { activityQueries } from './activity/query.ts'
import { activityView } from './activity/view.ts'
import { communityEndpoints } from './community/endpoints.ts'
import { communityQueries } from './community/query.ts'
import { discussionEndpoints } from './discussions/endpoints.ts'
import { discussionsNews } from './discussions/live.ts'
import { discussionQueries } from './discussions/query.ts'
import { discussionsView } from './discussions/view.ts'
import { contributions } from './leaderboard/contributions.ts'
import type { Standings } from './leaderboard/standings.ts'
import type { Members } from './people/members.ts'
import type { PeopleQueries } from './people/query.ts'
import type { Projection } from './projection.ts'
import type { Mentioned } from './projects/mentioned.ts'

export type CommunityModelsOptions = {
  store: ViewStore
  run: number
  views: { people: ViewKey }
  standing: Standings
  /** Those of whom it is told, and their projects. */
  known: Members
  mentioned: Mentioned
  people: Pick<PeopleQueries, 'me'>
  isHeard: IsHeard
}

/** What people do and say together: the feed, discussions and members, put together from what other slices know. */
export function communityModels(options: CommunityModelsOptions): {
  projections: readonly Projection[]
  endpoints: readonly Endpoint[]
} {
  const { store, run, views, standing, people, known, mentioned, isHeard } = options
  const activity = activityView(run)
  const { speakersOf } = known
  const discussions = discussionQueries({ store, view: discussionsView, speakersOf })
  const mentions = { speakersOf, projectsOf: mentioned.of, discussionsOf: discussions.mentioned }
  const community = communityQueries({
    members: known,
    board: contributions(standing),
    popular: mentioned.popular,
    ownUser: async (id) => (await people.me(id))?.user,
    position: () => store.checkpoint(views.people),
  })
  return {
    projections: [
      { view: discussionsView, announce: discussionsNews(isHeard) },
      { view: activity, announce: activityNews(mentions, isHeard) },
    ],
    endpoints: [
      ...communityEndpoints(community),
      ...activityEndpoints(activityQueries({ store, view: activity, mentions })),
      ...discussionEndpoints(discussions),
    ],
  }
}
