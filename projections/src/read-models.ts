import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { SessionOf } from '@thirty/infra/http/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { IsHeard, Live } from '@thirty/infra/live/live.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { Heartbeat } from '@thirty/contracts/live.ts'
import { followCalendar } from './challenge/calendar.ts'
import { challengeNews } from './challenge/live.ts'
import { challengeQueries } from './challenge/query.ts'
import { challengeEndpoints } from './challenge/endpoints.ts'
import { challengeView } from './challenge/view.ts'
import { communityModels } from './community-models.ts'
import { feedbackQueries } from './feedback/query.ts'
import { feedbackEndpoints } from './feedback/endpoints.ts'
import { feedbackView } from './feedback/view.ts'
import { personalModels } from './personal-models.ts'
import { both, type Projection } from './projection.ts'
import { pointsLedger } from './leaderboard/ledger.ts'
import { heartbeats, leaderboardNews } from './leaderboard/live.ts'
import { contributions } from './leaderboard/contributions.ts'
import { boardQueries } from './leaderboard/query.ts'
import { leaderboardEndpoints } from './leaderboard/endpoints.ts'
import { standings } from './leaderboard/standings.ts'
import { leaderboardView } from './leaderboard/view.ts'
import { peopleNews } from './people/live.ts'
import { members } from './people/members.ts'
import { peopleQueries } from './people/query.ts'
import { peopleEndpoints } from './people/endpoints.ts'
import { peopleView } from './people/view.ts'
import { projectsNews } from './projects/live.ts'
import { commentQueries } from './projects/comments.ts'
import { mentionedProjects } from './projects/mentioned.ts'
import { projectQueries } from './projects/query.ts'
import { projectEndpoints } from './projects/endpoints.ts'
import { projectsView } from './projects/view.ts'
import { statisticsNews } from './statistics/live.ts'
import { statisticsQueries } from './statistics/query.ts'
import { statisticsEndpoints } from './statistics/endpoints.ts'
import { unsubmitted, type Unsubmitted } from './unsubmitted.ts'

export type ReadModelsOptions = {
  store: ViewStore
  log: EventLog
  clock: Clock
  /** Time zone in which challenge days begin and end. */
  timeZone: string
  /** Run of the challenge that is shown. */
  run: number
  /** Whether anybody is in a room; when missing, somebody may always be. */
  isHeard?: IsHeard
}

export type ReadModels = {
  /** What the runner feeds, with who hears what. */
  projections: readonly Projection[]
  /** The view that boards show. */
  board: ViewKey
  /** The present state of a user, for authentication. */
  sessionOf: SessionOf
  /**
   * What an idle board is told, so that it can tell quiet from dead. `online`: sockets that watch it; `isHearing`: whether
   * news arrive where they sit.
   */
  heartbeat(online: number, isHearing: boolean): Promise<Heartbeat>
  /** Tells the sockets of this process what the calendar alone changes: a new day, an arranged start. The answer ends it. */
  followCalendar(live: Live, scheduler: Scheduler): () => void
  /** Who has no project for a day yet. */
  unsubmitted: Unsubmitted
  /** Everything that is asked of them. */
  endpoints: readonly Endpoint[]
}

/** All read models of one run, put together: the only file that knows them all. */
export function readModels(options: ReadModelsOptions): ReadModels {
  const { store, log, clock, timeZone, run, isHeard = () => true } = options
  const views = {
    leaderboard: leaderboardView(run),
    projects: projectsView(run),
    people: peopleView,
    feedback: feedbackView(run),
  }
  const challenge = challengeQueries({ store, clock, timeZone })
  const standing = standings({ store, view: views.leaderboard, clock })
  const board = boardQueries({ board: standing, currentDay: async () => (await challenge.currentDay()).day })
  const ledger = pointsLedger({ log, store, view: views.leaderboard, run })
  const projects = projectQueries({ store, view: views.projects, run })
  const comments = commentQueries({ store, view: views.projects })
  const { handedIn } = contributions(standing)
  const people = peopleQueries({ store, view: views.people, log, clock, rankOf: board.rankOf, handedIn })
  const known = members({ store, view: views.people })
  const mentioned = mentionedProjects({ store, view: views.projects })
  const feedback = feedbackQueries({
    store,
    view: views.feedback,
    projectsOf: mentioned.of,
    speakersOf: known.speakersOf,
  })
  const statistics = statisticsQueries({ store, views })
  const figuresNews = statisticsNews(statistics, isHeard)
  const community = communityModels({ store, run, views, standing, people, known, mentioned, isHeard })
  const queries = { challenge, standing, board, projects }
  const personal = personalModels({ store, log, clock, run, views, isHeard, ...queries })

  return {
    projections: [
      { view: challengeView, announce: challengeNews(challenge) },
      { view: views.leaderboard, announce: leaderboardNews(standing, isHeard) },
      {
        view: views.projects,
        announce: both(projectsNews({ store, view: views.projects, isHeard }), figuresNews.ofProjects),
      },
      { view: views.people, announce: both(peopleNews(isHeard), figuresNews.ofPeople) },
      { view: views.feedback },
      ...community.projections,
      ...personal.projections,
    ],
    board: { name: views.leaderboard.name, version: views.leaderboard.version },
    sessionOf: people.sessionOf,
    heartbeat: heartbeats(standing),
    followCalendar: (live, scheduler) => followCalendar({ queries: challenge, store, live, scheduler }),
    unsubmitted: unsubmitted({ store, people: views.people, board: views.leaderboard, run }),
    endpoints: [
      ...peopleEndpoints(people),
      ...challengeEndpoints(challenge),
      ...leaderboardEndpoints({ queries: board, ledger }),
      ...projectEndpoints({ ...projects, ...comments }),
      ...feedbackEndpoints(feedback),
      ...statisticsEndpoints(statistics),
      ...community.endpoints,
      ...personal.endpoints,
    ],
  }
}
