import { meanOf, scoreOf, type Score } from '@thirty/contracts/rules/points.ts'
import { sortable } from '@thirty/contracts/rules/rank.ts'

/** A project that was handed in for a day and not withdrawn. `at` is ISO time, `official` the averages by rater. */
export type BoardProject = {
  id: string
  day: number
  name: string
  image: string
  status: 'submitted' | 'approved' | 'rejected'
  at: string
  official: Readonly<Record<string, number>>
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
export const countedProjects = (participant: Participant): readonly BoardProject[] =>
  participant.projects.filter((project) => project.status !== 'rejected')

/** Official average of a project; null while no admin has rated it. */
export function officialScore({ official }: BoardProject): number | null {
  const averages = Object.values(official)
  return averages.length === 0 ? null : meanOf(averages)
}

/**
 * The order of the board as text, for telling places of different dates apart: who has a project first, then points
 * descending, then who reached them first. No two participants have the same, since no event is about two of them.
 */
export function placeText({ score, reached }: Pick<Participant, 'score' | 'reached'>): string {
  const lacking = String(99_999 - Math.round(score.totalPoints * 10)).padStart(5, '0')
  return `${score.projects > 0 ? 0 : 1}-${lacking}-${reached}`
}

/** Works out the score again after something changed, and notes where the participant stands since then. */
export function settled(participant: Participant, moment: Moment): Participant {
  const score = scoreOf(
    countedProjects(participant).map(({ day, official }) => ({
      day,
      officialAverages: Object.values(official),
    })),
  )
  const isSameTotal = score.totalPoints === participant.score.totalPoints
  const reached = isSameTotal ? participant.reached : sortable(moment.position)
  return noted({ ...participant, score, reached }, moment)
}

/** Notes the present place as the one at the end of the date, until the date brings another. */
export function noted(participant: Participant, { at }: Moment): Participant {
  const place = isRanked(participant) ? placeText(participant) : null
  const last = participant.history.at(-1)
  if (last !== undefined && last.place === place) return participant
  const date = dateOf(at)
  const earlier = participant.history.filter((end) => end.date < date)
  return { ...participant, history: [...earlier, { date, place }] }
}
