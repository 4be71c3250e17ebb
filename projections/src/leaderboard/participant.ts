import { scoreOf, type Score } from '@thirty/contracts/rules/points.ts'
import { sortable } from '@thirty/contracts/rules/rank.ts'

/**
 * A project that was handed in for a day and not withdrawn. `at` is ISO time. `official` are the averages by rater,
 * `score` is their mean, null while no admin has rated it.
 */
export type BoardProject = {
  id: string
  day: number
  name: string
  image: string
  status: 'submitted' | 'approved' | 'rejected'
  at: string
  official: Readonly<Record<string, number>>
  score: number | null
}

/** Where somebody stood at the end of a date (UTC, `2026-01-31`); `place` is null while not ranked. */
export type DayEnd = { date: string; place: string | null }

/** A participant as the board knows one. `joined` in milliseconds since 1970; `reached` is a sortable position. */
export type Participant = {
  name: string
  username: string | null
  picture: string | null
  status: 'active' | 'inactive' | 'pending'
  joined: number
  projects: readonly BoardProject[]
  score: Score
  reached: string
  history: readonly DayEnd[]
}

/** When and where something happened. */
export type Moment = { at: string; position: bigint }

export const dateOf = (at: string): string => at.slice(0, 10)

export const isRanked = (participant: Participant): boolean => participant.status === 'active'

/** Rejected projects do not count, withdrawn ones are not here at all. */
export const isCounted = ({ status }: BoardProject): boolean => status !== 'rejected'

/**
 * The order of the board as text, for telling places of different dates apart: who has a project first, then points
 * descending, then who reached them first. No two participants have the same, since no event is about two of them.
 */
export function placeText({ score, reached }: Pick<Participant, 'score' | 'reached'>): string {
  const lacking = String(99_999 - Math.round(score.totalPoints * 10)).padStart(5, '0')
  return `${score.projects > 0 ? 0 : 1}-${lacking}-${reached}`
}

/** Gives a participant these projects, works out the score again, and notes where the participant stands since then. */
export function settled(
  participant: Participant,
  projects: readonly BoardProject[],
  moment: Moment,
): Participant {
  const counted = projects.filter(isCounted).map(({ day, score }) => ({
    day,
    officialAverages: score === null ? notRated : [score],
  }))
  const score = scoreOf(counted)
  const isSameTotal = score.totalPoints === participant.score.totalPoints
  const reached = isSameTotal ? participant.reached : sortable(moment.position)
  const place = isRanked(participant) ? placeText({ score, reached }) : null
  return { ...participant, projects, score, reached, history: historyWith(participant, place, moment) }
}

const notRated: readonly number[] = []

/** Notes where a participant stands after a change of status. */
export function noted(participant: Participant, moment: Moment): Participant {
  const place = isRanked(participant) ? placeText(participant) : null
  return { ...participant, history: historyWith(participant, place, moment) }
}

/** Keeps a place as the one at the end of its date, until the date brings another. */
function historyWith({ history }: Participant, place: string | null, { at }: Moment): Participant['history'] {
  const last = history.at(-1)
  if (last !== undefined && last.place === place) return history
  const date = dateOf(at)
  return [...history.filter((end) => end.date < date), { date, place }]
}
