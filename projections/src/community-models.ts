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
import { members } from './people/members.ts'
import type { PeopleQueries } from './people/query.ts'
import type { Projection } from './projection.ts'
import { mentionedProjects } from './projects/mentioned.ts'

export type CommunityModelsOptions = {
  store: ViewStore
  run: number
  /** The views from which names, projects and places on the board come. */
  views: { people: ViewKey; projects: ViewKey }
  standing: Standings
  people: Pick<PeopleQueries, 'me'>
  isHeard: IsHeard
}

/** What people do and say together: the feed, discussions and members, put together from what other slices know. */
export function communityModels(options: CommunityModelsOptions): {
  projections: readonly Projection[]
  endpoints: readonly Endpoint[]
} {
  const { store, run, views, standing, people, isHeard } = options
  const activity = activityView(run)
  const known = members({ store, view: views.people })
  const projects = mentionedProjects({ store, view: views.projects })
  const { speakersOf } = known
  const discussions = discussionQueries({ store, view: discussionsView, speakersOf })
  const mentions = { speakersOf, projectsOf: projects.of, discussionsOf: discussions.mentioned }
  const community = communityQueries({
    members: known,
    board: contributions(standing),
    popular: projects.popular,
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
