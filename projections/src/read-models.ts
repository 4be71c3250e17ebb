import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { FindSession } from '@thirty/infra/http/authentication/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { HasListeners, LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Heartbeat } from '@thirty/contracts/live.ts'
import { startScheduledUpdates } from './challenge/scheduled-updates.ts'
import { challengeUpdates } from './challenge/live.ts'
import { challengeQueries } from './challenge/query.ts'
import { challengeHandlers } from './challenge/endpoints.ts'
import { challengeProjection } from './challenge/projection.ts'
import { communityModels } from './community-models.ts'
import { feedbackQueries } from './feedback/query.ts'
import { feedbackHandlers } from './feedback/endpoints.ts'
import { feedbackProjection } from './feedback/projection.ts'
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
import { projectSummaries } from './projects/lookups/project-summaries.ts'
import { projectQueries } from './projects/query.ts'
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
  /** Whether anybody is in a room; when missing, somebody may always be. */
  hasListeners?: HasListeners
}

export type ReadModels = {
  /** What the runner feeds, with who hears what. */
  projections: readonly ProductProjection[]
  /** The view that boards show. */
  board: ReadModelKey
  /** The present state of a user, for authentication. */
  sessionOf: FindSession
  /**
   * What an idle board is told, so that it can tell quiet from dead. `online`: sockets that watch it; `isHearing`: whether
   * news arrive where they sit.
   */
  heartbeat(online: number, isHearing: boolean): Promise<Heartbeat>
  /** Tells the sockets of this process what the calendar alone changes: a new day, an arranged start. The answer ends it. */
  startScheduledUpdates(live: LivePublisher, scheduler: Scheduler): () => void
  /** Who has no project for a day yet. */
  unsubmitted: Unsubmitted
  /** Everything that is asked of them. */
  endpoints: readonly Endpoint[]
}

/** All read models of one run, put together: the only file that knows them all. */
export function readModels(options: ReadModelsOptions): ReadModels {
  const { store, log, clock, timeZone, run, hasListeners: isHeard = () => true } = options
  const views = {
    leaderboard: leaderboardProjection(run),
    projects: projectsProjection(run),
    people: peopleProjection,
    feedback: feedbackProjection(run),
  }
  const challenge = challengeQueries({ store, clock, timeZone })
  const standing = standings({ store, readModel: views.leaderboard, clock })
  const board = boardQueries({
    standings: standing,
    currentDay: async () => (await challenge.currentDay()).day,
  })
  const ledger = pointsLedger({ log, store, projection: views.leaderboard, run })
  const projects = projectQueries({ store, readModel: views.projects, run })
  const comments = commentQueries({ store, view: views.projects })
  const { submissionCounts: handedIn } = contributions(standing)
  const people = peopleQueries({
    store,
    projection: views.people,
    log,
    clock,
    rankOf: board.rankOf,
    submissionCounts: handedIn,
  })
  const known = members({ store, view: views.people })
  const mentioned = projectSummaries({ store, view: views.projects })
  const feedback = feedbackQueries({
    store,
    readModel: views.feedback,
    projectsOf: mentioned.of,
    speakersOf: known.speakersOf,
  })
  const statistics = statisticsQueries({ store, readModels: views })
  const figuresNews = statisticsUpdates(statistics, isHeard)
  const community = communityModels({
    store,
    run,
    readModels: views,
    standings: standing,
    people,
    members: known,
    projectSummaries: mentioned,
    hasListeners: isHeard,
  })
  const queries = { challenge, standings: standing, board, projects }
  const personal = personalModels({
    store,
    log,
    clock,
    run,
    readModels: views,
    hasListeners: isHeard,
    ...queries,
  })

  return {
    projections: [
      { projection: challengeProjection, liveUpdates: challengeUpdates(challenge) },
      { projection: views.leaderboard, liveUpdates: leaderboardUpdates(standing, isHeard) },
      {
        projection: views.projects,
        liveUpdates: combineLiveUpdates(
          projectsUpdates({ store, readModel: views.projects, isHeard }),
          figuresNews.ofProjects,
        ),
      },
      {
        projection: views.people,
        liveUpdates: combineLiveUpdates(peopleUpdates(isHeard), figuresNews.ofPeople),
      },
      { projection: views.feedback },
      ...community.projections,
      ...personal.projections,
    ],
    board: { name: views.leaderboard.name, version: views.leaderboard.version },
    sessionOf: people.sessionOf,
    heartbeat: createHeartbeat(standing),
    startScheduledUpdates: (live, scheduler) =>
      startScheduledUpdates({ queries: challenge, store, live, scheduler }),
    unsubmitted: unsubmitted({ store, people: views.people, board: views.leaderboard, run }),
    endpoints: [
      ...peopleHandlers(people),
      ...challengeHandlers(challenge),
      ...leaderboardHandlers({ queries: board, ledger }),
      ...projectHandlers({ ...projects, ...comments }),
      ...feedbackHandlers(feedback),
      ...statisticsHandlers(statistics),
      ...community.endpoints,
      ...personal.endpoints,
    ],
  }
}
