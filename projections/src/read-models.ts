import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { FindSession } from '@thirty/infra/http/authentication/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { HasListeners, LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Heartbeat } from '@thirty/contracts/live.ts'
import { challengeUpdates, startScheduledUpdates } from './challenge/live.ts'
import { challengeQueries } from './challenge/query.ts'
import { challengeHandlers } from './challenge/endpoints.ts'
import { challengeProjection } from './challenge/projection.ts'
import { communityModels } from './community-models.ts'
import { personalModels } from './personal-models.ts'
import { combineLiveUpdates, type ProductProjection } from './registered-projection.ts'
import { pointsLedger } from './leaderboard/history/points-ledger.ts'
import { createHeartbeat, leaderboardUpdates } from './leaderboard/live.ts'
import { contributions } from './leaderboard/contributions.ts'
import { boardQueries } from './leaderboard/query.ts'
import { leaderboardHandlers } from './leaderboard/endpoints.ts'
import { standings } from './leaderboard/standings.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { peopleUpdates } from './people/live.ts'
import { members } from './people/members.ts'
import { peopleQueries } from './people/query.ts'
import { peopleHandlers } from './people/endpoints.ts'
import { peopleProjection } from './people/projection.ts'
import { projectsUpdates } from './projects/live.ts'
import { commentQueries } from './projects/reactions/comments.ts'
import { projectSummaries } from './projects/lookups.ts'
import { projectQueries } from './projects/query.ts'
import { ratingQueries } from './projects/ratings/query.ts'
import { projectHandlers } from './projects/endpoints.ts'
import { projectsProjection } from './projects/projection.ts'
import { statisticsUpdates } from './statistics/live.ts'
import { statisticsQueries } from './statistics/query.ts'
import { statisticsHandlers } from './statistics/endpoints.ts'
import { unsubmitted, type Unsubmitted } from './unsubmitted.ts'

export type ReadModelsOptions = {
  store: ReadModelStore
  log: EventLog
  clock: Clock
  /** Time zone in which challenge days begin and end. */
  timeZone: string
  /** Run of the challenge that is shown. */
  run: number
  /** Whether a room has listeners; when missing, every room is assumed to have some. */
  hasListeners?: HasListeners
}

export type ReadModels = {
  /** The projections that the runner runs, with their live updates. */
  projections: readonly ProductProjection[]
  /** The read model of the leaderboard. */
  board: ReadModelKey
  /** Returns the current session state of a user, for authentication. */
  sessionOf: FindSession
  /**
   * Returns the heartbeat by which a browser tells an idle leaderboard from a lost connection. `online`: number of sockets
   * that watch it; `isReceiving`: whether live updates reach this process.
   */
  heartbeat(online: number, isReceiving: boolean): Promise<Heartbeat>
  /** Publishes a new day and a scheduled start to the sockets of this process. Returns a function that stops it. */
  startScheduledUpdates(live: LivePublisher, scheduler: Scheduler): () => void
  /** Finds the participants without a project for a day. */
  unsubmitted: Unsubmitted
  /** The endpoints of all queries. */
  endpoints: readonly Endpoint[]
}

/** Creates all read models of one run. No other file knows all slices. */
export function readModels(options: ReadModelsOptions): ReadModels {
  const { store, log, clock, timeZone, run, hasListeners = () => true } = options
  const projections = {
    leaderboard: leaderboardProjection(run, timeZone),
    projects: projectsProjection(run),
    people: peopleProjection,
  }
  const challenge = challengeQueries({ store, clock, timeZone })
  const leaderboard = standings({ store, readModel: projections.leaderboard, clock, timeZone })
  const board = boardQueries({
    standings: leaderboard,
    currentDay: challenge.currentDay,
  })
  const ledger = pointsLedger({ log, store, projection: projections.leaderboard, run })
  const projects = projectQueries({ store, readModel: projections.projects, run })
  const comments = commentQueries({ store, readModel: projections.projects })
  const { submittedDays } = contributions(leaderboard)
  const people = peopleQueries({
    store,
    projection: projections.people,
    log,
    rankOf: board.rankOf,
    submittedDays,
  })
  const memberQueries = members({ store, readModel: projections.people })
  const projectLookups = projectSummaries({ store, readModel: projections.projects })
  const ratings = ratingQueries({
    store,
    readModel: projections.projects,
    personSummaries: memberQueries.personSummaries,
  })
  const statistics = statisticsQueries({ store, readModels: projections })
  const figureUpdates = statisticsUpdates(statistics, hasListeners)
  const community = communityModels({
    store,
    run,
    readModels: projections,
    standings: leaderboard,
    people,
    members: memberQueries,
    projectSummaries: projectLookups,
    hasListeners,
  })
  const queries = { challenge, standings: leaderboard, board, projects }
  const personal = personalModels({
    store,
    log,
    clock,
    run,
    readModels: projections,
    hasListeners,
    ...queries,
  })

  return {
    projections: [
      { projection: challengeProjection, liveUpdates: challengeUpdates(challenge) },
      { projection: projections.leaderboard, liveUpdates: leaderboardUpdates(leaderboard, hasListeners) },
      {
        projection: projections.projects,
        liveUpdates: combineLiveUpdates(
          projectsUpdates({ store, readModel: projections.projects, hasListeners }),
          figureUpdates.ofProjects,
        ),
      },
      {
        projection: projections.people,
        liveUpdates: combineLiveUpdates(peopleUpdates(hasListeners), figureUpdates.ofPeople),
      },
      ...community.projections,
      ...personal.projections,
    ],
    board: { name: projections.leaderboard.name, version: projections.leaderboard.version },
    sessionOf: people.sessionOf,
    heartbeat: createHeartbeat(leaderboard),
    startScheduledUpdates: (live, scheduler) =>
      startScheduledUpdates({ queries: challenge, store, live, scheduler }),
    unsubmitted: unsubmitted({ store, people: projections.people, board: projections.leaderboard, run }),
    endpoints: [
      ...peopleHandlers(people),
      ...challengeHandlers(challenge),
      ...leaderboardHandlers({ queries: board, ledger }),
      ...projectHandlers({ ...projects, ...comments, ...ratings }),
      ...statisticsHandlers(statistics),
      ...community.endpoints,
      ...personal.endpoints,
    ],
  }
}
