import type { Heartbeat } from '@thirty/contracts/live.ts'
import { maxComparedParticipants } from '@thirty/contracts/api/admin/judging.ts'
import type { ExportKind } from '@thirty/contracts/rules/exports.ts'
import { hasImported, scoringOf, type History } from '@thirty/contracts/rules/history.ts'
import { operatorId, operatorName } from '@thirty/contracts/rules/operator.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { CommonModels } from './common-models.ts'
import { runCardFacts } from './card-facts.ts'
import type { CardFacts } from './cards/facts.ts'
import { communityModels } from './community-models.ts'
import type { RunReader } from './freeze/apart.ts'
import { frozenAtIn } from './freeze/public-store.ts'
import { contributions, type Contributions } from './leaderboard/contributions.ts'
import { judgingHandlers } from './judging/endpoints.ts'
import { judgingUpdates } from './judging/live.ts'
import { nextToRate, type OpenProjects } from './judging/next-to-rate.ts'
import { judgingQueries } from './judging/query.ts'
import { comparedParticipants } from './leaderboard/compared-participants.ts'
import { leaderboardHandlers, type PastBoardQuery } from './leaderboard/endpoints.ts'
import { pointsLedger } from './leaderboard/history/points-ledger.ts'
import { createHeartbeat, leaderboardUpdates } from './leaderboard/live.ts'
import { boardQueries, type BoardQueries } from './leaderboard/query.ts'
import type { WhatIfBoards } from './what-if-boards.ts'
import { whatIfHandlers } from './leaderboard/what-if/endpoints.ts'
import { exportedStandings } from './leaderboard/exported-standings.ts'
import { scoringInForce } from './leaderboard/scoring-in-force.ts'
import { standings } from './leaderboard/standings.ts'
import { withImportedMark, type ExportTable } from './export-file.ts'
import { exportedUsers } from './people/exported-users.ts'
import { peopleProjection } from './people/projection.ts'
import { personalModels, type PersonalModelsOptions } from './personal-models.ts'
import { projectHandlers } from './projects/endpoints.ts'
import { ownersOfChange, projectsUpdates } from './projects/live.ts'
import { projectSummaries } from './projects/lookups.ts'
import { exportedProjects } from './projects/exported-projects.ts'
import { projectQueries } from './projects/query.ts'
import { officialAverages } from './projects/ratings/official-averages.ts'
import { exportedRatings } from './projects/ratings/exported-ratings.ts'
import { ratingQueries } from './projects/ratings/query.ts'
import { commentQueries } from './projects/reactions/comments.ts'
import { profileUpdates } from './profile-updates.ts'
import { combineLiveUpdates, type ProductProjection } from './registered-projection.ts'
import { runName } from '@thirty/contracts/rules/run-name.ts'
import type { RunProjections } from './run-projections.ts'
import { reviewStatistics } from './projects/reviews/review-statistics.ts'
import { statisticsHandlers } from './statistics/endpoints.ts'
import { projectStatisticsUpdates } from './statistics/live.ts'
import { statisticsQueries } from './statistics/query.ts'
import { unsubmitted, type Unsubmitted } from './unsubmitted.ts'

export type RunModelsOptions = {
  store: ReadModelStore
  log: EventLog
  clock: Clock
  timeZone: string
  history: History
  /** Who reads: everybody but admins does not learn what a freeze hides. */
  reader: RunReader
  projections: RunProjections
  common: CommonModels
  pastBoard: PastBoardQuery
  hasListeners: HasListeners
  draftsOf?: PersonalModelsOptions['draftsOf']
  whatIf: WhatIfBoards
  /** Which projects other admins have open, and which were just offered to them; none when missing. */
  openProjects?: OpenProjects | undefined
}

/** The read models of a run, and the queries that read them. */
export type RunModels = {
  history: History
  /** Names the run in epochs; see `runName`. */
  name: string
  projections: readonly ProductProjection[]
  endpoints: readonly Endpoint[]
  /** The read model of the leaderboard. */
  board: ReadModelKey
  /** The read model of the projects. */
  projects: ReadModelKey
  rankOf: BoardQueries['rankOf']
  submittedDays: Contributions['submittedDays']
  cardFacts: Omit<CardFacts, 'certificate'>
  heartbeat(online: number, isReceiving: boolean): Promise<Heartbeat>
  unsubmitted: Unsubmitted
  /** What admins can export. */
  exports: Readonly<Record<ExportKind, ExportTable>>
}

/** Creates the read models of a history, which tell of that history only, and what one kind of readers reads of them. */
export function runModels(options: RunModelsOptions): RunModels {
  const { store, log, clock, timeZone, history, reader, common, hasListeners, draftsOf } = options
  const projections = { ...options.projections, people: peopleProjection }
  const { challenge, people, members } = common
  const leaderboard = standings({ store, readModel: projections.leaderboard, clock, timeZone })
  const scoring = scoringInForce(history)
  const board = boardQueries({
    standings: leaderboard,
    currentDay: challenge.currentDay,
    scoring,
    imported: hasImported(history),
  })
  const frozenAt = async () =>
    reader === 'admins' ? undefined : await frozenAtIn(store, projections.leaderboard)
  const ledger = pointsLedger({ log, store, projection: projections.leaderboard, history, frozenAt })
  const projects = projectQueries({ store, readModel: projections.projects, history })
  const comments = commentQueries({ store, readModel: projections.projects })
  const ratings = ratingQueries({
    store,
    readModel: projections.projects,
    personSummaries: members.personSummaries,
  })
  const statistics = statisticsQueries({
    store,
    readModels: projections,
    officialAverages: (days) => officialAverages({ store, readModel: projections.projects }, days),
  })
  const { submittedDays } = contributions(leaderboard)
  const summariesOfProjects = projectSummaries({ store, readModel: projections.projects })
  const community = communityModels({
    store,
    readModels: projections,
    standings: leaderboard,
    people,
    members,
    projects,
    findProfilePerson: common.findProfilePerson,
    discussions: common.discussions,
    projectSummaries: summariesOfProjects,
    hasListeners,
  })
  const judging = judgingQueries({
    store,
    readModel: projections.judging,
    personSummaries: members.personSummaries,
    projectSummaries: summariesOfProjects.byIds,
    loadOptions: common.loadOptions,
    loadBoard: () => comparedParticipants(store, projections.leaderboard, maxComparedParticipants),
    weights: scoringOf(history).weights,
  })
  const findNextToRate = nextToRate(
    { store, readModel: projections.judging },
    options.openProjects ?? { ofOthers: async () => new Set(), offer: async () => true },
  )
  const queries = { challenge, standings: leaderboard, board, projects, people }
  const personal = personalModels({
    store,
    log,
    clock,
    history,
    reader,
    readModels: projections,
    ...queries,
    draftsOf,
  })

  return {
    history,
    name: runName(history),
    projections: [
      {
        projection: projections.leaderboard,
        liveUpdates: combineLiveUpdates(
          leaderboardUpdates(leaderboard, hasListeners),
          profileUpdates(({ id }) => [id], hasListeners),
        ),
      },
      {
        projection: projections.projects,
        liveUpdates: combineLiveUpdates(
          combineLiveUpdates(
            projectsUpdates({ store, readModel: projections.projects, hasListeners }),
            profileUpdates(ownersOfChange, hasListeners),
          ),
          projectStatisticsUpdates(statistics, hasListeners),
        ),
      },
      { projection: projections.judging, liveUpdates: judgingUpdates(hasListeners) },
      ...community.projections,
      ...personal.projections,
    ],
    endpoints: [
      ...leaderboardHandlers({ queries: board, ledger, scoring, pastBoard: options.pastBoard }),
      ...whatIfHandlers({
        log,
        store,
        readModel: projections.leaderboard,
        history,
        whatIf: options.whatIf,
        nameOf: async (user) =>
          user === operatorId ? operatorName : (await members.personSummaries([user]))(user).name,
      }),
      ...projectHandlers({ ...projects, ...comments, ...ratings }),
      ...statisticsHandlers({
        ...statistics,
        reviewStatistics: reviewStatistics({ store, readModel: projections.projects, clock, timeZone }),
        nextUnrated: async (query) => {
          const { wantedRatings } = await common.loadOptions()
          return findNextToRate({ ...query, wantedRatings })
        },
      }),
      ...judgingHandlers(judging),
      ...community.endpoints,
      ...personal.endpoints,
    ],
    board: { name: projections.leaderboard.name, version: projections.leaderboard.version },
    projects: { name: projections.projects.name, version: projections.projects.version },
    rankOf: board.rankOf,
    submittedDays,
    cardFacts: runCardFacts({
      ratings,
      standings: leaderboard,
      isFrozen: async () => ((await frozenAt()) ?? Infinity) <= clock(),
    }),
    heartbeat: createHeartbeat(leaderboard),
    exports: {
      users: exportedUsers({ store, readModel: projections.people, submittedDays }),
      projects: withImportedMark(exportedProjects({ store, readModel: projections.projects }), history),
      ratings: withImportedMark(
        exportedRatings({
          store,
          readModel: projections.projects,
          personSummaries: members.personSummaries,
        }),
        history,
      ),
      standings: withImportedMark(exportedStandings(leaderboard, scoringOf(history)), history),
    },
    unsubmitted: unsubmitted({
      store,
      people: projections.people,
      board: projections.leaderboard,
      history,
    }),
  }
}
