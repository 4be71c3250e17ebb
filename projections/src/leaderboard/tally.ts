import { roundToOneDecimal, scoreFromTally, type Score } from '@thirty/contracts/rules/points.ts'
import type { BoardProject } from './participant.ts'

/**
 * What is counted about the projects of a participant, kept as they change so that a rating looks at one project and
 * not at all of them. `days`: a bit for every day with a project that counts, the first day lowest. `rated` and `stars`:
 * number and sum of the official scores. `handedIn`: how many are of the latest date, in days since 1970 (UTC).
 */
export type Tally = {
  days: number
  rated: number
  stars: number
  handedIn: { date: number; count: number } | null
}

export const emptyTally: Tally = { days: 0, rated: 0, stars: 0, handedIn: null }

/** Rejected projects do not count, withdrawn ones are not here at all. */
export const isCounted = ({ status }: BoardProject): boolean => status !== 'rejected'

/** The date (UTC) of a moment in milliseconds, in days since 1970. */
export const dayNumber = (at: number): number => Math.floor(at / 86_400_000)

/** A project as it was and is: `undefined` while it was not, or is no longer. */
export type ProjectChange = { before: BoardProject | undefined; after: BoardProject | undefined }

/** The tally after one of the projects changed; `projects` are all as they are now. */
export function updateTally(tally: Tally, change: ProjectChange, projects: readonly BoardProject[]): Tally {
  const before = counting(change.before)
  const after = counting(change.after)
  return {
    days: (tally.days & ~bitOf(before)) | bitOf(after),
    rated: tally.rated - ratedIn(before) + ratedIn(after),
    stars: roundToOneDecimal(tally.stars - (before?.score ?? 0) + (after?.score ?? 0)),
    handedIn: handedInAfter(tally.handedIn, { before, after }, projects),
  }
}

const counting = (project: BoardProject | undefined) => (project && isCounted(project) ? project : undefined)
const bitOf = (project: BoardProject | undefined) => (project ? 1 << (project.day - 1) : 0)
const ratedIn = (project: BoardProject | undefined) => (project && project.score !== null ? 1 : 0)

function handedInAfter(
  handedIn: Tally['handedIn'],
  { before, after }: ProjectChange,
  projects: readonly BoardProject[],
): Tally['handedIn'] {
  if (before?.at === after?.at) return handedIn
  return before === undefined && after !== undefined
    ? withOneMore(handedIn, dayNumber(after.at))
    : projects.filter(isCounted).reduce((sum, { at }) => withOneMore(sum, dayNumber(at)), emptyTally.handedIn)
}

function withOneMore(handedIn: Tally['handedIn'], date: number): Tally['handedIn'] {
  if (handedIn === null || date > handedIn.date) return { date, count: 1 }
  return date === handedIn.date ? { date, count: handedIn.count + 1 } : handedIn
}

/** The score of all that is counted. */
export const tallyScore = ({ days, rated, stars }: Tally): Score =>
  scoreFromTally({ projects: countOf(days), rated, stars, streak: streakOf(days) })

/** Length of the unbroken series that ends at the latest day: the ones in front, once the latest is the highest bit. */
const streakOf = (days: number): number => (days === 0 ? 0 : Math.clz32(~(days << Math.clz32(days))))

function countOf(days: number): number {
  let count = 0
  for (let rest = days; rest !== 0; rest &= rest - 1) count += 1
  return count
}
