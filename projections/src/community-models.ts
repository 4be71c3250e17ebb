import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { activityHandlers } from './activity/endpoints.ts'
import { activityUpdates, personsOfChange } from './activity/live.ts'
import { activityQueries } from './activity/query.ts'
import { communityHandlers } from './community/endpoints.ts'
import { communityQueries } from './community/query.ts'
import type { DiscussionQueries } from './discussions/query.ts'
import { contributions } from './leaderboard/contributions.ts'
import { rankChanges } from './leaderboard/history/rank-changes.ts'
import { profileStandings } from './leaderboard/profile-standing.ts'
import type { Standings } from './leaderboard/standings.ts'
import type { Members } from './people/members.ts'
import type { FindProfilePerson } from './people/profile-person.ts'
import type { PeopleQueries } from './people/query.ts'
import { publicProfileHandlers } from './public-profile/endpoints.ts'
import { publicProfiles } from './public-profile/query.ts'
import { profileUpdates } from './profile-updates.ts'
import { combineLiveUpdates, type ProductProjection } from './registered-projection.ts'
import type { RunProjections } from './run-projections.ts'
import type { ProjectSummaries } from './projects/lookups.ts'
import type { ProjectQueries } from './projects/query.ts'
import { livePosition } from './live-position.ts'

export type CommunityModelsOptions = {
  store: ReadModelStore
  readModels: { people: ReadModelKey; activity: RunProjections['activity'] }
  standings: Standings
  members: Members
  discussions: Pick<DiscussionQueries, 'byIds'>
  projectSummaries: ProjectSummaries
  projects: Pick<ProjectQueries, 'ofUser'>
  people: Pick<PeopleQueries, 'me'>
  findProfilePerson: FindProfilePerson
  hasListeners: HasListeners
}

/** The read model of the activity feed, and the queries of the community screens. */
export function communityModels(options: CommunityModelsOptions): {
  projections: readonly ProductProjection[]
  endpoints: readonly Endpoint[]
} {
  const { store, readModels, standings, people, members, discussions } = options
  const { projectSummaries, hasListeners } = options
  const { activity } = readModels
  const { personSummaries } = members
  const leaderboard = contributions(standings)
  const lookups = {
    personSummaries,
    projectSummaries: projectSummaries.byIds,
    discussionSummaries: discussions.byIds,
    submittedDays: leaderboard.submittedDays,
  }
  const community = communityQueries({
    members,
    leaderboard,
    popularProjects: projectSummaries.popular,
    ownUser: async (id) => (await people.me(id))?.user,
    position: () => livePosition(store, readModels.people),
  })
  const feed = activityQueries({
    store,
    readModel: activity,
    lookups,
    rankChanges: rankChanges(standings),
  })
  const findProfile = publicProfiles({
    findPerson: options.findProfilePerson,
    nameOf: async (id) => (await personSummaries([id]))(id).name,
    standingOf: profileStandings(standings),
    // As any participant sees them.
    projectsOf: (user, query) => options.projects.ofUser(user, query, { id: '', isAdmin: false }),
    activitiesOf: feed.ofUser,
    position: () => livePosition(store, standings.readModel),
  })
  return {
    projections: [
      {
        projection: activity,
        liveUpdates: combineLiveUpdates(
          activityUpdates(lookups, hasListeners),
          profileUpdates(personsOfChange, hasListeners),
        ),
      },
    ],
    endpoints: [
      ...communityHandlers(community),
      ...activityHandlers(feed),
      ...publicProfileHandlers(findProfile),
    ],
  }
}
