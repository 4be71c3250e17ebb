// The read models of one history, with the queries and endpoints for one kind of readers: admins, or everybody else.

import { ownDataEndpoints } from '@thirty/contracts/accounts/own-data-api.ts'
import { scoringOf } from '@thirty/contracts/challenge/history.ts'
import { communityEndpoints } from '@thirty/contracts/community/api.ts'
import type { ExportKind } from '@thirty/contracts/exports/events.ts'
import { notificationEndpoints } from '@thirty/contracts/notifications/api.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { activityUpdates, personsOfChange } from './activity/live.ts'
import { activityQueries } from './activity/query.ts'
import { runCardFacts } from './card-facts.ts'
import { communityHandlers } from './community/query.ts'
import { completionEndpoint } from './completions/query.ts'
import { withImportedMark, type ExportTable } from './export-file.ts'
import { judgingHandlers, judgingUpdates } from './judging/query.ts'
import { leaderboardHandlers } from './leaderboard/endpoints.ts'
import { exportedStandings } from './leaderboard/exported-standings.ts'
import { createHeartbeat, leaderboardUpdates } from './leaderboard/live.ts'
import { notificationQuery } from './notifications/query.ts'
import { ownDataQuery } from './own-data/query.ts'
import { peopleHandlers, exportedUsers } from './people/endpoints.ts'
import { projectHandlers, exportedProjects } from './projects/endpoints.ts'
import { exportedRatings } from './projects/ratings/query.ts'
import { ownersOfChange, projectsUpdates } from './projects/live.ts'
import { type ProjectionsOfRun, runContext, type RunContextOptions } from './run-context.ts'
import { profileEndpoint } from './public-profile/query.ts'
import { listed, profileUpdates, type ListedReadModel } from './registered-projection.ts'
import { searchEndpoint } from './search/query.ts'
import { projectStatisticsUpdates } from './statistics/live.ts'
import { projectFigures, statisticsEndpoint } from './statistics/query.ts'
import { unsubmitted } from './unsubmitted.ts'

export type RunModels = ReturnType<typeof runModels>

export function runModels(options: RunContextOptions) {
  const context = runContext(options)
  const { store, history, standings, personSummaries, readModels } = context
  const ofProjects = { store, readModel: readModels.projects }
  const feed = activityQueries(context)
  const notifications = notificationQuery(context)
  const ownData = ownDataQuery(context, notifications)

  // A projection of a run without an entry here would not run, so the type requires every projection.
  const listedModels: Record<keyof ProjectionsOfRun, ListedReadModel> = {
    leaderboard: listed(
      readModels.leaderboard,
      [leaderboardUpdates(standings), ({ id }) => profileUpdates([id])],
      leaderboardHandlers(context),
    ),
    projects: listed(
      readModels.projects,
      [
        projectsUpdates(ofProjects),
        (change) => profileUpdates(ownersOfChange(change)),
        projectStatisticsUpdates(() => projectFigures(context)),
      ],
      projectHandlers(context),
    ),
    judging: listed(readModels.judging, [judgingUpdates], judgingHandlers(context)),
    activity: listed(
      readModels.activity,
      [activityUpdates(context), (change) => profileUpdates(personsOfChange(change))],
      [endpoint(communityEndpoints.feed)(({ query }) => feed.feed(query))],
    ),
  }
  const list = Object.values(listedModels)
  return {
    ...context,
    list,
    board: readModels.leaderboard,
    /** The endpoints of the read models, and endpoints that answer from several of them or from the log. */
    endpoints: [
      ...list.flatMap(({ endpoints }) => endpoints),
      ...peopleHandlers(context),
      searchEndpoint(context),
      statisticsEndpoint(context),
      ...communityHandlers(context),
      profileEndpoint(context, feed.ofUser),
      completionEndpoint(context),
      endpoint(notificationEndpoints.list)(({ query, caller }) => notifications(query, caller)),
      endpoint(ownDataEndpoints.exportData)(({ caller }) => ownData(caller.id)),
    ],
    cardFacts: runCardFacts(context),
    heartbeat: createHeartbeat(standings),
    /** What admins can export. */
    exports: {
      users: exportedUsers(context),
      projects: withImportedMark(exportedProjects(ofProjects), history),
      ratings: withImportedMark(exportedRatings({ ...ofProjects, personSummaries }), history),
      standings: withImportedMark(exportedStandings(standings, scoringOf(history)), history),
    } satisfies Record<ExportKind, ExportTable>,
    unsubmitted: unsubmitted(context),
  }
}
