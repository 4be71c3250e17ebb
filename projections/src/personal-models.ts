import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { ChallengeQueries } from './challenge/query.ts'
import { completionHandlers } from './completions/endpoints.ts'
import { completionQueries } from './completions/query.ts'
import type { BoardQueries } from './leaderboard/query.ts'
import type { Standings } from './leaderboard/standings.ts'
import { notificationHandlers } from './notifications/endpoints.ts'
import { notificationUpdates } from './notifications/live.ts'
import { notificationQueries } from './notifications/query.ts'
import { readMarksProjection } from './notifications/projection.ts'
import type { Account } from './people/projection.ts'
import type { ProductProjection } from './registered-projection.ts'
import { cardLoader } from './projects/card-loader.ts'
import type { ProjectQueries } from './projects/query.ts'
import { projectSearchResults } from './projects/lookups.ts'
import { pendingSubmissions } from './projects/pending-submissions.ts'
import { searchHandlers } from './search/endpoints.ts'
import { searchQueries } from './search/query.ts'
import { searchProjection } from './search/projection.ts'
import { livePosition } from './live-position.ts'

export type PersonalModelsOptions = {
  store: ReadModelStore
  log: EventLog
  clock: Clock
  run: number
  readModels: { projects: ReadModelKey; people: ReadModelKey }
  challenge: ChallengeQueries
  standings: Standings
  board: BoardQueries
  projects: ProjectQueries
  hasListeners: HasListeners
}

/** The read models that concern one user at a time: completions, notifications and the search for admins. */
export function personalModels(options: PersonalModelsOptions): {
  projections: readonly ProductProjection[]
  endpoints: readonly Endpoint[]
} {
  const { store, log, clock, run, readModels, challenge, standings, board, projects, hasListeners } = options
  const projectsOf = (user: string) =>
    projects.ofUser(user, { limit: totalDays }, { id: user, isAdmin: false })
  const completions = completionQueries({
    log,
    run,
    clock,
    currentDay: challenge.currentDay,
    projectsOf,
    pointsOf: async (user) => (await standings.withNeighbours(user))?.own.participant.score.totalPoints,
    rankOf: board.rankOf,
  })
  const joinedAt = async (user: string): Promise<bigint | undefined> => {
    const [account] = await store.load<Account>(readModels.people, [user])
    return account && BigInt(account.position)
  }
  const { owners } = cardLoader({ store, readModel: readModels.projects })
  const searchReadModel = searchProjection(run)
  const search = searchQueries({
    store,
    readModel: searchReadModel,
    run,
    loadProjects: projectSearchResults({ store, readModel: readModels.projects }),
    loadProfileImages: owners,
  })
  const notifications = notificationQueries({
    log,
    store,
    clock,
    readMarks: readMarksProjection,
    projectsOf,
    joinedAt,
    findPeople: owners,
    pendingSubmissions: pendingSubmissions({ store, readModel: readModels.projects }),
    submissionsPosition: () => livePosition(store, readModels.projects),
  })
  return {
    projections: [
      { projection: readMarksProjection, liveUpdates: notificationUpdates(hasListeners) },
      { projection: searchReadModel },
    ],
    endpoints: [
      ...completionHandlers(completions),
      ...notificationHandlers(notifications),
      ...searchHandlers(search),
    ],
  }
}
