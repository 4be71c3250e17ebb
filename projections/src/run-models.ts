// The read models of one history, with the queries and endpoints for one kind of readers: admins, or everybody else.

import { statisticsEndpoints } from '@thirty/contracts/judging/statistics-api.ts'
import { ownDataEndpoints, maxOwnNotifications } from '@thirty/contracts/accounts/own-data-api.ts'
import { completionEndpoints } from '@thirty/contracts/challenge/api.ts'
import { communityEndpoints } from '@thirty/contracts/community/api.ts'
import { notificationEndpoints } from '@thirty/contracts/notifications/api.ts'
import { searchEndpoints } from '@thirty/contracts/operations/search-api.ts'
import { judgingEndpoints, maxComparedParticipants } from '@thirty/contracts/judging/api.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { ExportKind } from '@thirty/contracts/exports/exports.ts'
import { scoringOf, type History } from '@thirty/contracts/challenge/history.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { boardName } from '@thirty/contracts/challenge/run-name.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { activityUpdates, personsOfChange } from './activity/live.ts'
import { activityQueries } from './activity/query.ts'
import { runCardFacts } from './card-facts.ts'
import type { CommonModels, ReadSide } from './common-models.ts'
import { communityHandlers } from './community/query.ts'
import { completionQueries } from './completions/query.ts'
import { withImportedMark, type ExportTable } from './export-file.ts'
import type { RunReader } from './freeze/public-document.ts'
import { frozenAtIn } from './freeze/public-store.ts'
import { judgingUpdates } from './judging/live.ts'
import { nextToRate, type OpenProjects } from './judging/next-to-rate.ts'
import { judgingQueries } from './judging/query.ts'
import { comparedParticipants, contributions, profileStandings } from './leaderboard/contributions.ts'
import { leaderboardHandlers, type PastBoardQuery } from './leaderboard/endpoints.ts'
import { exportedStandings } from './leaderboard/exported-standings.ts'
import { pointsLedger } from './leaderboard/over-time/points-ledger.ts'
import { rankChanges } from './leaderboard/over-time/rank-changes.ts'
import { createHeartbeat, leaderboardUpdates } from './leaderboard/live.ts'
import { boardQueries } from './leaderboard/query.ts'
import { standings } from './leaderboard/standings.ts'
import { showcaseQuery } from './leaderboard/totals.ts'
import { whatIfHandlers } from './leaderboard/what-if/endpoints.ts'
import { livePosition, lowestPosition, type PositionOf } from './live-position.ts'
import { notificationQueries } from './notifications/query.ts'
import { ownDataQuery, type OwnDataOptions } from './own-data/query.ts'
import { exportedUsers } from './people/exported-users.ts'
import { peopleProjection, type Account } from './people/projection.ts'
import { profileUpdates, keyOf, listed, type ListedReadModel } from './registered-projection.ts'
import { cardLoader } from './projects/card-loader.ts'
import { projectHandlers } from './projects/endpoints.ts'
import { exportedProjects } from './projects/exported-projects.ts'
import { ownersOfChange, projectsUpdates } from './projects/live.ts'
import { projectSummaries, pendingSubmissions } from './projects/lookups.ts'
import { projectQueries } from './projects/query.ts'
import { exportedRatings } from './projects/ratings/exported-ratings.ts'
import { officialAverages, ratingQueries } from './projects/ratings/query.ts'
import { commentQueries } from './projects/reactions/comments.ts'
import { reviewStatistics } from './projects/reviews/review-statistics.ts'
import { profileEndpoint } from './public-profile/query.ts'
import type { ProjectionsOfRun } from './projections-of-run.ts'
import { searchQueries } from './search/query.ts'
import { projectStatisticsUpdates } from './statistics/live.ts'
import { statisticsQueries } from './statistics/query.ts'
import { unsubmitted } from './unsubmitted.ts'
import type { WhatIfBoards } from './what-if-boards.ts'
import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'

export type RunModelsOptions = ReadSide & {
  history: History
  /** Who reads: everybody but admins does not learn what a freeze hides. */
  reader: RunReader
  projections: ProjectionsOfRun
  common: CommonModels
  pastBoard: PastBoardQuery
  /** Returns the drafts of a user, for the export of own data; none when missing. */
  draftsOf?: OwnDataOptions['draftsOf'] | undefined
  whatIf: WhatIfBoards
  /** Which projects other admins have open, and which were just offered to them; none when missing. */
  openProjects?: OpenProjects | undefined
}

export type RunModels = ReturnType<typeof runModels>

export function runModels(options: RunModelsOptions) {
  const { store, clock, history, reader, projections, common } = options
  const { people, members, loadOptions } = common
  const { personSummaries } = members
  const { currentDay } = common.challenge
  const of = (readModel: ReadModelKey) => ({ ...options, readModel })
  const ofProjects = of(projections.projects)
  const ofJudging = of(projections.judging)

  const leaderboard = standings(of(projections.leaderboard))
  const board = boardQueries(leaderboard, history)
  const contributed = contributions(leaderboard)
  const frozenAt = async () =>
    reader === 'admins' ? undefined : await frozenAtIn(store, projections.leaderboard)
  const projects = projectQueries(ofProjects)
  const summaries = projectSummaries(ofProjects)
  const ratings = ratingQueries({ ...ofProjects, personSummaries })

  const readModels = { ...projections, people: peopleProjection }
  const positionOf: PositionOf = (first, ...others) =>
    lowestPosition(store, [readModels[first], ...others.map((name) => readModels[name])])

  /** Lookups in these and other read models for the other queries. Each query takes the lookups that it needs. */
  const context = {
    ...options,
    personSummaries,
    loadOptions,
    currentDay,
    projectSummaries: summaries.byIds,
    discussionSummaries: common.discussions.byIds,
    submittedDays: contributed.submittedDays,
    readModels,
    rankOf: board.rankOf,
    findPeople: cardLoader(ofProjects).owners,
    findPerson: common.findProfilePerson,
    personNamed: async (user: string) =>
      user === operatorId ? standIn('operator', 'name') : (await personSummaries([user]))(user),
    projectsOf: (user: string) => projects.ofUser(user, { limit: totalDays }, { id: user, isAdmin: false }),
    me: people.me,
    sessionsOf: people.openSessions,
    positionOf,
  }
  const statistics = statisticsQueries({
    ...context,
    countProjects: projects.counts,
    officialAverages: (days) => officialAverages(ofProjects, days),
  })
  const judging = judgingQueries({
    ...context,
    readModel: projections.judging,
    loadBoard: () => comparedParticipants(store, projections.leaderboard, maxComparedParticipants),
    weights: scoringOf(history).weights,
  })
  const findNextToRate = nextToRate(
    ofJudging,
    options.openProjects ?? { ofOthers: async () => new Set(), offer: async () => true },
  )
  const feed = activityQueries({
    store,
    readModel: projections.activity,
    lookups: context,
    rankChanges: rankChanges(leaderboard),
  })
  const search = searchQueries(context)
  const daysOf = completionQueries({
    ...context,
    pointsOf: async (user) => (await leaderboard.withNeighbours(user))?.own.participant.score.totalPoints,
  })
  const notifications = notificationQueries({
    ...context,
    knowsHidden: reader === 'admins',
    joinedAt: async (user) => {
      const [account] = await store.load<Account>(peopleProjection, [user])
      return account && BigInt(account.position)
    },
    pendingSubmissions: pendingSubmissions(ofProjects),
    submissionsPosition: () => livePosition(store, projections.projects),
  })
  const ownData = ownDataQuery({
    ...context,
    draftsOf: options.draftsOf ?? (async () => []),
    notificationsOf: (user) => notifications({ limit: maxOwnNotifications }, { id: user, isAdmin: false }),
  })

  // A projection of a run without an entry here would not run, so the type requires every projection.
  const listedModels: Record<keyof ProjectionsOfRun, ListedReadModel> = {
    leaderboard: listed(
      projections.leaderboard,
      [leaderboardUpdates(leaderboard), profileUpdates(({ id }) => [id])],
      [
        ...leaderboardHandlers({
          queries: board,
          showcase: showcaseQuery(leaderboard, currentDay),
          ledger: pointsLedger({ ...context, projection: projections.leaderboard, frozenAt }),
          pastBoard: options.pastBoard,
        }),
        ...whatIfHandlers({ ...context, readModel: projections.leaderboard }),
      ],
    ),
    projects: listed(
      projections.projects,
      [projectsUpdates(ofProjects), profileUpdates(ownersOfChange), projectStatisticsUpdates(statistics)],
      projectHandlers({ ...projects, ...commentQueries(ofProjects), ...ratings }),
    ),
    judging: listed(
      projections.judging,
      [judgingUpdates],
      [
        endpoint(judgingEndpoints.overview)(({ caller }) => judging.overview(caller)),
        endpoint(judgingEndpoints.projects)(({ caller, query }) => judging.projects(query, caller)),
        endpoint(judgingEndpoints.standings)(() => judging.standings()),
        endpoint(judgingEndpoints.mine)(({ caller, query }) => judging.own(caller.id, query.project)),
      ],
    ),
    activity: listed(
      projections.activity,
      [activityUpdates(context), profileUpdates(personsOfChange)],
      [endpoint(communityEndpoints.feed)(({ query }) => feed.feed(query))],
    ),
  }
  const list = Object.values(listedModels)
  /** Endpoints that answer from several read models, or from the log. */
  const otherEndpoints: readonly Endpoint[] = [
    endpoint(searchEndpoints.search)(({ query }) => search(query)),
    endpoint(statisticsEndpoints.cards)(() => statistics.statistics()),
    endpoint(statisticsEndpoints.reviews)(reviewStatistics(ofProjects)),
    endpoint(statisticsEndpoints.nextUnrated)(async ({ caller, query: { except } }) => {
      const admin = { id: caller.id, session: caller.token.id }
      return findNextToRate({ admin, except, wantedRatings: (await loadOptions()).wantedRatings })
    }),
    ...communityHandlers({
      ...context,
      members,
      leaderboard: contributed,
      popularProjects: summaries.popular,
    }),
    profileEndpoint({
      ...context,
      standingOf: profileStandings(leaderboard),
      publicProjectsOf: (user, query) => projects.ofUser(user, query, { id: '', isAdmin: false }),
      activitiesOf: feed.ofUser,
    }),
    endpoint(completionEndpoints.mine)(({ caller }) => daysOf(caller.id)),
    endpoint(notificationEndpoints.list)(({ query, caller }) => notifications(query, caller)),
    endpoint(ownDataEndpoints.exportData)(({ caller }) => ownData(caller.id)),
  ]
  return {
    history,
    /** Names the run and the scoring of its leaderboard. */
    name: boardName(history),
    list,
    endpoints: [...list.flatMap(({ endpoints }) => endpoints), ...otherEndpoints],
    board: keyOf(projections.leaderboard),
    projects: keyOf(projections.projects),
    judging: keyOf(projections.judging),
    rankOf: board.rankOf,
    submittedDays: contributed.submittedDays,
    cardFacts: runCardFacts({
      ratings,
      standings: leaderboard,
      isFrozen: async () => ((await frozenAt()) ?? Infinity) <= clock(),
    }),
    heartbeat: createHeartbeat(leaderboard),
    /** What admins can export. */
    exports: {
      users: exportedUsers({ store, submittedDays: contributed.submittedDays }),
      projects: withImportedMark(exportedProjects(ofProjects), history),
      ratings: withImportedMark(exportedRatings({ ...ofProjects, personSummaries }), history),
      standings: withImportedMark(exportedStandings(leaderboard, scoringOf(history)), history),
    } satisfies Record<ExportKind, ExportTable>,
    unsubmitted: unsubmitted({ ...options, board: projections.leaderboard }),
  }
}
