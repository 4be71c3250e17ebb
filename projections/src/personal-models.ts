import { maxOwnNotifications } from '@thirty/contracts/api/accounts/own-data.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { History } from '@thirty/contracts/rules/history.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { ChallengeQueries } from './challenge/query.ts'
import { completionHandlers } from './completions/endpoints.ts'
import { completionQueries } from './completions/query.ts'
import type { BoardQueries } from './leaderboard/query.ts'
import type { Standings } from './leaderboard/standings.ts'
import type { RunReader } from './freeze/apart.ts'
import { notificationHandlers } from './notifications/endpoints.ts'
import { notificationQueries } from './notifications/query.ts'
import { readMarksProjection } from './notifications/projection.ts'
import { ownDataHandlers } from './own-data/endpoints.ts'
import { ownDataQuery, type OwnDataOptions } from './own-data/query.ts'
import type { Account } from './people/projection.ts'
import type { PeopleQueries } from './people/query.ts'
import type { ProductProjection } from './registered-projection.ts'
import { cardLoader } from './projects/card-loader.ts'
import type { ProjectQueries } from './projects/query.ts'
import { projectSearchResults } from './projects/lookups.ts'
import { pendingSubmissions } from './projects/pending-submissions.ts'
import { searchHandlers } from './search/endpoints.ts'
import { searchQueries } from './search/query.ts'
import type { RunProjections } from './run-projections.ts'
import { livePosition } from './live-position.ts'

export type PersonalModelsOptions = {
  store: ReadModelStore
  log: EventLog
  clock: Clock
  history: History
  reader: RunReader
  readModels: { projects: ReadModelKey; people: ReadModelKey; search: RunProjections['search'] }
  challenge: ChallengeQueries
  standings: Standings
  board: BoardQueries
  projects: ProjectQueries
  people: Pick<PeopleQueries, 'me' | 'openSessions'>
  draftsOf?: OwnDataOptions['draftsOf'] | undefined
}

/** The read model of the search for admins, and the queries that concern one user at a time. */
export function personalModels(options: PersonalModelsOptions): {
  projections: readonly ProductProjection[]
  endpoints: readonly Endpoint[]
} {
  const { store, log, clock, history, reader, readModels, challenge } = options
  const { standings, board, projects, people } = options
  const { draftsOf = async () => [] } = options
  const projectsOf = (user: string) =>
    projects.ofUser(user, { limit: totalDays }, { id: user, isAdmin: false })
  const completions = completionQueries({
    log,
    history,
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
  const search = searchQueries({
    store,
    readModel: readModels.search,
    history,
    loadProjects: projectSearchResults({ store, readModel: readModels.projects }),
    loadPeople: owners,
  })
  const notifications = notificationQueries({
    log,
    history,
    knowsHidden: reader === 'admins',
    store,
    clock,
    readMarks: readMarksProjection,
    projectsOf,
    joinedAt,
    findPeople: owners,
    pendingSubmissions: pendingSubmissions({ store, readModel: readModels.projects }),
    submissionsPosition: () => livePosition(store, readModels.projects),
  })
  const ownData = ownDataQuery({
    log,
    clock,
    me: people.me,
    projectsOf: async (user) => (await projectsOf(user)).projects,
    namesOf: async (users) => new Map([...(await owners(users))].map(([id, { fullName }]) => [id, fullName])),
    draftsOf,
    sessionsOf: people.openSessions,
    notificationsOf: (user) => notifications({ limit: maxOwnNotifications }, { id: user, isAdmin: false }),
  })
  return {
    projections: [{ projection: readModels.search }],
    endpoints: [
      ...completionHandlers(completions),
      ...notificationHandlers(notifications),
      ...searchHandlers(search),
      ...ownDataHandlers(ownData),
    ],
  }
}
