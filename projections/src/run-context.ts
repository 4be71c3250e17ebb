// Which projections and read models a run has, and what the queries of a run work with: these read models, and what slices ask of each other,
// because slices do not import each other.

import { scoredAsFrozen, withoutFreeze, type History } from '@thirty/contracts/challenge/history.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { DayDraft } from '@thirty/contracts/projects/drafts-api.ts'
import type { ReadModelKey, ReadTarget } from '@thirty/infra/read-models/read-models.ts'
import { activityProjection } from './activity/projection.ts'
import { type RunReader, withFreeze } from './freeze/with-freeze.ts'
import { judgingProjection } from './judging/projection.ts'
import { isPersonEvent } from './leaderboard/evolve.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { keyOf, type ReadSide } from './registered-projection.ts'
import type { CommonModels } from './common-models.ts'
import { frozenAtIn } from './freeze/public-store.ts'
import type { OpenProjects } from './judging/next-to-rate.ts'
import { contributions, standings } from './leaderboard/standings.ts'
import { rankChanges } from './leaderboard/over-time/daily-ranks.ts'
import { boardQueries } from './leaderboard/query.ts'
import { livePosition } from './read-model-state.ts'
import { peopleProjection } from './people/projection.ts'
import { pendingSubmissions, projectQueries, summaryQueries } from './projects/query.ts'
import { officialAverages, ratingQueries } from './projects/ratings/query.ts'

export type ProjectionsOfRun = ReturnType<typeof projectionsOfRun>

/**
 * Returns the projections of a history. `timeZone`: the time zone in which challenge days begin and end. A freeze hides ratings; the
 * leaderboard has no event about projects from then on, also none that everybody may see, such as a submission.
 */
export function projectionsOfRun(history: History, timeZone: string) {
  const [{ run }] = history
  const isRating = ({ type }: { type: string }): boolean => type === 'ProjectRated'
  return {
    leaderboard: withFreeze(leaderboardProjection(history, timeZone), {
      run,
      isHidden: (event) => !isPersonEvent(event),
    }),
    projects: withFreeze(projectsProjection(history), { run, isHidden: isRating }),
    activity: withFreeze(activityProjection(history), { run, isHidden: isRating }),
    judging: judgingProjection(history),
  }
}

/** Whether a read model of a run has documents of which others than admins see something else during a freeze. */
export const hasFreeze = ({ name }: ReadTarget): boolean => /^(leaderboard|projects|activity)-/.test(name)

/**
 * Returns the history that each kind of readers sees. Both have the same read models, but for the leaderboard if its scoring was changed
 * during a freeze.
 */
export const historySeenBy = (history: History, reader: RunReader): History =>
  reader === 'admins' ? withoutFreeze(history) : scoredAsFrozen(history)

/** Returns the read models of histories, for both kinds of readers, each once. */
export function runReadModels(histories: readonly History[], timeZone: string): ReadModelKey[] {
  const readers = ['admins', 'everybody'] as const
  const seen = histories.flatMap((history) => readers.map((reader) => historySeenBy(history, reader)))
  const projections = seen.flatMap((history) => Object.values(projectionsOfRun(history, timeZone)))
  return [...new Map(projections.map((projection) => [projection.name, keyOf(projection)])).values()]
}

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
