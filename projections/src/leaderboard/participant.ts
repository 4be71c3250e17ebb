import { scoreFrom, type Score } from '@thirty/contracts/rules/points.ts'
import { sortable } from '@thirty/contracts/rules/rank.ts'

/**
 * A project that was handed in for a day and not withdrawn. `at` in milliseconds since 1970. `official` are the
 * averages that admins gave it, `score` is their mean, null while no admin has rated it.
 */
export type BoardProject = {
  id: string
  day: number
  name: string
  image: string
  status: 'submitted' | 'approved' | 'rejected'
  at: number
  official: readonly { rater: string; average: number }[]
  score: number | null
}

/** Where somebody stood at the end of a date (UTC, `2026-01-31`); `score` is null while not ranked. */
export type DayEnd = { date: string; score: Score | null; reached: string }

/**
 * A participant as the board knows one. `joined` in milliseconds since 1970; `projects` by their days; `reached` is a
 * sortable position. `rated` and `stars` are number and sum of the official scores that count.
 * `handedIn`: how many of the projects that count are of the latest date (UTC); null when there are none.
 */
export type Participant = {
  name: string
  username: string | null
  picture: string | null
  status: 'active' | 'inactive' | 'pending'
  joined: number
  projects: readonly BoardProject[]
  score: Score
  rated: number
  stars: number
  handedIn: { date: string; count: number } | null
  reached: string
  history: readonly DayEnd[]
}

/** When and where something happened. */
export type Moment = { at: string; position: bigint }

const dateOf = (at: string): string => at.slice(0, 'yyyy-mm-dd'.length)

export const isRanked = (participant: Participant): boolean => participant.status === 'active'

/** Rejected projects do not count, withdrawn ones are not here at all. */
export const isCounted = ({ status }: BoardProject): boolean => status !== 'rejected'

const allPoints = 99_999

/**
 * The order of the board as text, for telling places of different dates apart: who has a project first, then points
 * descending, then who reached them first. No two participants have the same, since no event is about two of them.
 */
export function placeText({ score, reached }: { score: Score; reached: string }): string {
  const lacking = allPoints - Math.round(score.totalPoints * 10)
  return `${(score.projects > 0 ? 100_000 : 200_000) + lacking}-${reached}`
}

/** Gives a participant these projects, works out the score again, and notes where the participant stands since then. */
export function settled(
  participant: Participant,
  projects: readonly BoardProject[],
  moment: Moment,
): Participant {
  const { score, rated, stars, handedIn } = talliedOf(projects)
  const isSameTotal = score.totalPoints === participant.score.totalPoints
  const reached = isSameTotal ? participant.reached : sortable(moment.position)
  const history = historyWith(participant, isRanked(participant) ? score : null, reached, moment)
  return { ...participant, projects, score, rated, stars, handedIn, reached, history }
}

const dayLength = 86_400_000

/** Everything that is counted about some projects, in one look at each: this is asked for at every rating. */
function talliedOf(
  projects: readonly BoardProject[],
): Pick<Participant, 'score' | 'rated' | 'stars' | 'handedIn'> {
  let [count, rated, stars, lastDay, streak, lastDate, onLastDate] = [0, 0, 0, 0, 0, -Infinity, 0]
  for (const project of projects) {
    if (!isCounted(project)) continue
    count += 1
    streak = project.day === lastDay + 1 ? streak + 1 : 1
    lastDay = project.day
    if (project.score !== null) {
      rated += 1
      stars += project.score
    }
    const date = Math.floor(project.at / dayLength)
    if (date === lastDate) onLastDate += 1
    if (date <= lastDate) continue
    lastDate = date
    onLastDate = 1
  }
  const score = scoreFrom({ projects: count, rated, stars, streak })
  return { score, rated, stars, handedIn: count === 0 ? null : handedInOn(lastDate, onLastDate) }
}

const handedInOn = (date: number, count: number) => ({
  date: dateOf(new Date(date * dayLength).toISOString()),
  count,
})

/** Notes where a participant stands after a change of status. */
export function noted(participant: Participant, moment: Moment): Participant {
  const score = isRanked(participant) ? participant.score : null
  return { ...participant, history: historyWith(participant, score, participant.reached, moment) }
}

/**
 * Keeps a place as the one at the end of its date, until the date brings another. `reached` changes with every total,
 * so it tells places apart.
 */
function historyWith(
  { history }: Participant,
  score: Score | null,
  reached: string,
  { at }: Moment,
): Participant['history'] {
  const last = history.at(-1)
  if (last === undefined) return [{ date: dateOf(at), score, reached }]
  if (last.reached === reached && (last.score === null) === (score === null)) return history
  if (at.startsWith(last.date)) return history.with(history.length - 1, { date: last.date, score, reached })
  const date = dateOf(at)
  const end = { date, score, reached }
  // Clocks may be set back; the log goes on, and so do its dates.
  return date > last.date ? [...history, end] : [...history.filter((each) => each.date < date), end]
}
