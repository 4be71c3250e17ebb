import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { IsHeard } from '@thirty/infra/live/live.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { ChallengeQueries } from './challenge/query.ts'
import { completionEndpoints } from './completions/endpoints.ts'
import { completionQueries } from './completions/query.ts'
import type { BoardQueries } from './leaderboard/query.ts'
import type { Standings } from './leaderboard/standings.ts'
import { notificationEndpoints } from './notifications/endpoints.ts'
import { notificationNews } from './notifications/live.ts'
import { notificationQueries } from './notifications/query.ts'
import { readMarksView } from './notifications/view.ts'
import type { Account } from './people/view.ts'
import type { Projection } from './projection.ts'
import { cards } from './projects/cards.ts'
import type { ProjectQueries } from './projects/query.ts'
import { foundProjects } from './projects/found.ts'
import { waitingSubmissions } from './projects/waiting.ts'
import { searchEndpoints } from './search/endpoints.ts'
import { searchQueries } from './search/query.ts'
import { searchView } from './search/view.ts'

export type PersonalModelsOptions = {
  store: ViewStore
  log: EventLog
  clock: Clock
  run: number
  views: { projects: ViewKey; people: ViewKey }
  challenge: ChallengeQueries
  standing: Standings
  board: BoardQueries
  projects: ProjectQueries
  isHeard: IsHeard
}

/** What concerns one person at a time: the own days, what the bell tells, and what an admin looks for. */
export function personalModels(options: PersonalModelsOptions): {
  projections: readonly Projection[]
  endpoints: readonly Endpoint[]
} {
  const { store, log, clock, run, views, challenge, standing, board, projects, isHeard } = options
  const projectsOf = (user: string) =>
    projects.ofUser(user, { limit: totalDays }, { id: user, isAdmin: false })
  const days = completionQueries({
    log,
    run,
    clock,
    currentDay: challenge.currentDay,
    projectsOf,
    pointsOf: async (user) => (await standing.of(user))?.own.participant.score.totalPoints,
    rankOf: board.rankOf,
  })
  const joinedAt = async (user: string): Promise<bigint | undefined> => {
    const [account] = await store.load<Account>(views.people, [user])
    return account && BigInt(account.position)
  }
  const { owners } = cards({ store, view: views.projects })
  const search = searchView(run)
  const searched = searchQueries({
    store,
    view: search,
    run,
    projects: foundProjects({ store, view: views.projects }),
    pictures: owners,
  })
  const notifications = notificationQueries({
    log,
    store,
    clock,
    marks: readMarksView,
    projectsOf,
    joinedAt,
    named: owners,
    waiting: waitingSubmissions({ store, view: views.projects }),
    checkpoint: () => store.checkpoint(views.projects),
  })
  return {
    projections: [{ view: readMarksView, announce: notificationNews(isHeard) }, { view: search }],
    endpoints: [
      ...completionEndpoints(days),
      ...notificationEndpoints(notifications),
      ...searchEndpoints(searched),
    ],
  }
}
