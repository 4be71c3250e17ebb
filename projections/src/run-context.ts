// What the queries of a run work with: its read models, and what slices ask of each other, because slices do not import each other.

import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { History } from '@thirty/contracts/challenge/history.ts'
import type { DayDraft } from '@thirty/contracts/projects/drafts-api.ts'
import type { CommonModels } from './common-models.ts'
import type { RunReader } from './freeze/public-document.ts'
import { frozenAtIn } from './freeze/public-store.ts'
import type { OpenProjects } from './judging/next-to-rate.ts'
import { contributions, standings } from './leaderboard/standings.ts'
import { rankChanges } from './leaderboard/over-time/daily-ranks.ts'
import { boardQueries } from './leaderboard/query.ts'
import { livePosition } from './live-position.ts'
import { peopleProjection } from './people/projection.ts'
import { projectionsOfRun } from './projections-of-run.ts'
import { pendingSubmissions, projectQueries, summaryQueries } from './projects/query.ts'
import { officialAverages, ratingQueries } from './projects/ratings/query.ts'
import type { ReadSide } from './registered-projection.ts'

export type RunContextOptions = ReadSide & {
  history: History
  /** Who reads: everybody but admins does not learn what a freeze hides. */
  reader: RunReader
  common: Omit<CommonModels, 'list'>
  /** Returns the drafts of a user, for the export of own data; none when missing. */
  draftsOf?: ((user: string) => Promise<readonly DayDraft[]>) | undefined
  /** Which projects other admins have open, and which were just offered to them; none when missing. */
  openProjects?: OpenProjects | undefined
}

export type RunContext = ReturnType<typeof runContext>

export function runContext({ common, ...options }: RunContextOptions) {
  const { store, history, reader } = options
  const readModels = { ...projectionsOfRun(history, options.timeZone), people: peopleProjection }
  const ofProjects = { store, readModel: readModels.projects }
  const board = standings({ ...options, readModel: readModels.leaderboard })
  const projects = projectQueries({ ...ofProjects, history })
  type Name = keyof typeof readModels
  return {
    ...options,
    ...common,
    readModels,
    /** Returns the position of a response that is read from these read models; see `livePosition`. */
    positionOf: (first: Name, ...others: readonly Name[]) =>
      livePosition(store, readModels[first], ...others.map((name) => readModels[name])),
    /** Returns the time from which on the readers do not learn of changes; `undefined` without a freeze, and for admins. */
    frozenAt: async () => (reader === 'admins' ? undefined : frozenAtIn(store, readModels.leaderboard)),
    standings: board,
    boardQueries: boardQueries(board, history),
    contributions: contributions(board),
    rankChanges: rankChanges(board),
    projects,
    /** Returns all projects of a user in the run, as that user or another participant sees them. */
    projectsOf: (user: string, reader = user) =>
      projects.ofUser(user, { limit: totalDays }, { id: reader, isAdmin: false }),
    ...summaryQueries(ofProjects),
    ratings: ratingQueries({ ...ofProjects, personSummaries: common.personSummaries }),
    officialAverages: (days: readonly number[]) => officialAverages(ofProjects, days),
    pendingSubmissions: pendingSubmissions(ofProjects),
  }
}
