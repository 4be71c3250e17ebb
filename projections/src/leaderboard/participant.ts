import type { Score } from '@thirty/contracts/rules/points.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import { tallyScore, updateTally, type BoardProject, type ProjectChange, type Tally } from './tally.ts'

/** Where somebody stood at the end of a date (UTC, `2026-01-31`); `score` is null while not ranked. */
export type DailyStanding = { date: string; score: Score | null; reached: string }

/**
 * A participant as the board knows one. `joined` in milliseconds since 1970; `projects` by their days; `reached` is a
 * sortable position. `latest` is the place since the latest change, `history` the ends of the dates before that. `isGone`
 * once the account was deleted.
 */
export type Participant = {
  name: string
  username: string | null
  /** Both as a search compares them (`namesOf`). */
  names: string
  picture: string | null
  status: 'active' | 'inactive' | 'pending'
  joined: number
  projects: readonly BoardProject[]
  score: Score
  tally: Tally
  reached: string
  latest: DailyStanding
  history: readonly DailyStanding[]
  isGone?: true
}

/** When and where something happened. */
export type RecordedAt = { at: string; position: bigint }

export const utcDate = (at: string): string => at.slice(0, 'yyyy-mm-dd'.length)

export const isRanked = (participant: Participant): boolean => participant.status === 'active'

const allPoints = 99_999

/**
 * The order of the board as text, for telling places of different dates apart: who has a project first, then points
 * descending, then who reached them first. No two participants have the same, since no event is about two of them.
 */
export function rankKey({ score, reached }: { score: Score; reached: string }): string {
  const lacking = allPoints - Math.round(score.totalPoints * 10)
  return `${(score.projects > 0 ? 100_000 : 200_000) + lacking}-${reached}`
}

const mostTenths = 2_000
const positions = 2 ** 42

/**
 * The order of the board as a number, for counting many. Exact for positions below 2^42: where they count bytes, that
 * is a log of four terabytes.
 */
export function numericRankKey({ score, reached }: { score: Score; reached: string }): number {
  const lacking = score.projects > 0 ? mostTenths - Math.round(score.totalPoints * 10) : mostTenths + 1
  return lacking * positions + Number(reached)
}

/**
 * Gives a participant these projects, of which one changed, works out the score again, and notes where the participant
 * stands since then.
 */
export function applyProjectChange(
  participant: Participant,
  projects: readonly BoardProject[],
  change: ProjectChange,
  moment: RecordedAt,
): Participant {
  const tally = updateTally(participant.tally, change, projects)
  const score = tallyScore(tally, projects)
  const isSameTotal = score.totalPoints === participant.score.totalPoints
  const reached = isSameTotal ? participant.reached : sortablePosition(moment.position)
  const latest = placedAt(participant, isRanked(participant) ? score : null, reached, moment)
  const history = historyBefore(latest, participant)
  return { ...participant, projects, score, tally, reached, latest, history }
}

/** Notes where a participant stands after a change of status. */
export function recordStanding(participant: Participant, moment: RecordedAt): Participant {
  const score = isRanked(participant) ? participant.score : null
  const latest = placedAt(participant, score, participant.reached, moment)
  return { ...participant, latest, history: historyBefore(latest, participant) }
}

/** The place since this moment. `reached` changes with every total, so it tells places apart. */
function placedAt(
  { latest }: Participant,
  score: Score | null,
  reached: string,
  { at }: RecordedAt,
): Participant['latest'] {
  if (latest.reached === reached && (latest.score === null) === (score === null)) return latest
  return { date: at.startsWith(latest.date) ? latest.date : utcDate(at), score, reached }
}

/** The latest place so far becomes the one at the end of its date once another date brings another. */
function historyBefore({ date }: DailyStanding, { latest, history }: Participant): Participant['history'] {
  if (date === latest.date) return history
  // Clocks may be set back; the log goes on, and so do its dates. No spreading: it keeps room for sixteen more.
  return date > latest.date
    ? history.toSpliced(history.length, 0, latest)
    : history.filter((each) => each.date < date)
}

/** Where a participant stood at the end of a date (UTC, `2026-01-31`); `undefined` before the first. */
export const standingAtEndOf = ({ latest, history }: Participant, date: string): DailyStanding | undefined =>
  latest.date <= date ? latest : history.findLast((each) => each.date <= date)
