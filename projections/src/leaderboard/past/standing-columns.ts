import type { Score } from '@thirty/contracts/rules/points.ts'
import type { DailyStanding } from '../participant.ts'
import type { PastParticipant } from './projection.ts'

// Standings of past leaderboards in columns: they are parsed several times faster than a list of objects.

/** A participant of a past leaderboard without the projects. */
export type PastStanding = Omit<PastParticipant, 'projects' | 'raters'>

/** Equal values are kept once; the columns have their indexes. */
type Columns = {
  dates: string[]
  scores: [totalPoints: number, projects: number, quality: number, streak: number][]
  participants: {
    status: PastStanding['status'][]
    joined: number[]
    score: number[]
    rated: number[]
    stars: number[]
    /** Date of `handedIn`; null without one. */
    handedIn: (number | null)[]
    handedInCount: number[]
    reached: string[]
    /** Number of entries in `standings`: the history, and then the latest standing. */
    standings: number[]
    /** Indexes of participants whose accounts were deleted. */
    gone: number[]
    /** Indexes of participants whom the scoring excludes. */
    excluded: number[]
  }
  /** The standings of all participants; a score is -1 while not ranked. */
  standings: { date: number[]; score: number[]; reached: string[] }
}

/** Returns standings as JSON. They have no personal data, which is left out. */
export function encodeStandings(standings: readonly PastStanding[]): string {
  const [dates, scores] = [new Table<string>(), new Table<Columns['scores'][number]>()]
  const date = (text: string) => dates.indexOf(text, text)
  const score = ({ totalPoints, projects, quality, streak }: Score) =>
    scores.indexOf(`${totalPoints} ${projects} ${quality} ${streak}`, [
      totalPoints,
      projects,
      quality,
      streak,
    ])
  const daily = standings.flatMap(({ history, latest }) => [...history, latest])
  const columns: Columns = {
    participants: {
      status: standings.map(({ status }) => status),
      joined: standings.map(({ joined }) => joined),
      score: standings.map((standing) => score(standing.score)),
      rated: standings.map(({ tally }) => tally.rated),
      stars: standings.map(({ tally }) => tally.stars),
      handedIn: standings.map(({ tally }) => tally.handedIn?.date ?? null),
      handedInCount: standings.map(({ tally }) => tally.handedIn?.count ?? 0),
      reached: standings.map(({ reached }) => reached),
      standings: standings.map(({ history }) => history.length + 1),
      gone: standings.flatMap(({ isGone }, index) => (isGone ? [index] : [])),
      excluded: standings.flatMap(({ isExcluded }, index) => (isExcluded ? [index] : [])),
    },
    standings: {
      date: daily.map((each) => date(each.date)),
      score: daily.map((each) => (each.score === null ? -1 : score(each.score))),
      reached: daily.map(({ reached }) => reached),
    },
    dates: dates.values,
    scores: scores.values,
  }
  return JSON.stringify(columns)
}

/** Returns the standings of a text of `encodeStandings`, in the same order. Equal scores are one object. */
export function decodeStandings(text: string): PastStanding[] {
  // Safe: the checksum of the file is right, so `encodeStandings` of this version wrote it.
  const { participants, standings, dates, scores } = JSON.parse(text) as Columns
  const scoreObjects = scores.map(([totalPoints, projects, quality, streak]) => ({
    totalPoints,
    projects,
    quality,
    streak,
  }))
  const noScore: Score = { totalPoints: 0, projects: 0, quality: 0, streak: 0 }
  const dailyStanding = (index: number): DailyStanding => ({
    date: dates[standings.date[index] ?? 0] ?? '',
    score: scoreObjects[standings.score[index] ?? -1] ?? null,
    reached: standings.reached[index] ?? '',
  })
  const gone = new Set(participants.gone)
  const excluded = new Set(participants.excluded)
  let next = 0
  return participants.status.map((status, index): PastStanding => {
    const latestIndex = next + (participants.standings[index] ?? 1) - 1
    const history: DailyStanding[] = []
    for (; next < latestIndex; next++) history.push(dailyStanding(next))
    next = latestIndex + 1
    const handedIn = participants.handedIn[index] ?? null
    const count = participants.handedInCount[index] ?? 0
    return {
      name: '',
      username: null,
      names: '',
      picture: null,
      status,
      joined: participants.joined[index] ?? 0,
      score: scoreObjects[participants.score[index] ?? 0] ?? noScore,
      tally: {
        rated: participants.rated[index] ?? 0,
        stars: participants.stars[index] ?? 0,
        handedIn: handedIn === null ? null : { date: handedIn, count },
      },
      reached: participants.reached[index] ?? '',
      latest: dailyStanding(latestIndex),
      history,
      ...(gone.has(index) && { isGone: true as const }),
      ...(excluded.has(index) && { isExcluded: true as const }),
    }
  })
}

/** Values by key, each once, in the order in which they were first needed. */
class Table<Value> {
  readonly values: Value[] = []
  readonly #indexes = new Map<string, number>()

  indexOf(key: string, value: Value): number {
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    this.#indexes.set(key, this.values.length)
    return this.values.push(value) - 1
  }
}
