import { createHash } from 'node:crypto'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { roundToOneDecimal, type Score } from '@thirty/contracts/rules/points.ts'

/** A project of a participant. `at` is the time of its submission in milliseconds since 1970. */
export type PastProject = {
  id: string
  day: number
  name: string
  status: 'submitted' | 'approved' | 'rejected'
  at: number
}

/**
 * A participant of a past leaderboard. `reached` is the sortable position at which the total was reached; `raters` has the
 * ids of the users who rated each project, separated by spaces, by the day of the project.
 */
export type PastParticipant = {
  status: 'active' | 'inactive' | 'pending'
  score: Score
  reached: string
  projects: readonly PastProject[]
  raters?: Readonly<Record<number, string>> | undefined
}

/** A participant with a project that counts. */
export type Contender = { id: string; participant: PastParticipant }

/** Rejected projects do not count. */
export const isCountedProject = ({ status }: PastProject): boolean => status !== 'rejected'

/** Returns all participants with a project that counts, in rank order, whatever the status of their accounts. */
export function contendersOf(documents: ReadonlyMap<string, PastParticipant>): Contender[] {
  const contenders: Contender[] = []
  for (const [id, participant] of documents)
    if (participant.score.projects > 0) contenders.push({ id, participant })
  return contenders.sort(byRank)
}

/** The order of `compareStandings`: `reached` has the same width in all participants. */
function byRank(left: Contender, right: Contender): number {
  const difference = right.participant.score.totalPoints - left.participant.score.totalPoints
  if (difference !== 0) return difference
  if (left.participant.reached !== right.participant.reached)
    return left.participant.reached < right.participant.reached ? -1 : 1
  return left.id < right.id ? -1 : 1
}

/**
 * Returns the digest of a leaderboard: SHA-256 in hex over a line for each participant with a project that counts, in rank
 * order. It follows from events of the challenge alone, so the same history has the same digest in every installation,
 * whatever accounts it has.
 */
export function boardDigest(contenders: readonly Contender[]): string {
  const hash = createHash('sha256')
  for (const { id, participant } of contenders) {
    const { projects, quality, streak, totalPoints } = participant.score
    hash.update(`${id}\t${projects}\t${quality}\t${streak}\t${totalPoints}\n`)
  }
  return hash.digest('hex')
}

/** Figures of a leaderboard. `days`: number of projects that count of each of the 30 days. */
export type BoardFigures = {
  totalProjects: number
  totalParticipants: number
  averagePoints: number
  days: number[]
}

/** Returns the figures over these participants; `averagePoints` is 0 without any. */
export function boardFigures(contenders: readonly Contender[]): BoardFigures {
  const days = Array.from({ length: totalDays }, () => 0)
  let [totalProjects, points] = [0, 0]
  for (const { participant } of contenders) {
    points += participant.score.totalPoints
    totalProjects += participant.score.projects
    for (const project of participant.projects)
      if (isCountedProject(project)) days[project.day - 1] = (days[project.day - 1] ?? 0) + 1
  }
  const totalParticipants = contenders.length
  const averagePoints = totalParticipants === 0 ? 0 : roundToOneDecimal(points / totalParticipants)
  return { totalProjects, totalParticipants, averagePoints, days }
}
