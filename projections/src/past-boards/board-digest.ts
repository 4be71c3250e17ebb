import { createHash } from 'node:crypto'
import { roundToOneDecimal } from '@thirty/contracts/rules/points.ts'
import type { BoardEntry } from './board-entry.ts'

/** A participant with a project that counts. */
export type Contender = { id: string; entry: BoardEntry }

/**
 * Returns all participants with a project that counts, in rank order, whatever the status of their accounts. The scoring excludes
 * some.
 */
export function contendersOf(documents: ReadonlyMap<string, BoardEntry>): Contender[] {
  const contenders: Contender[] = []
  for (const [id, entry] of documents) {
    const { score, isExcluded } = entry.standing
    if (score.projects > 0 && isExcluded !== true) contenders.push({ id, entry })
  }
  return contenders.sort(byRank)
}

/** The order of `compareStandings`: `reached` has the same width in all participants. */
function byRank({ id, entry: { standing } }: Contender, other: Contender): number {
  const difference = other.entry.standing.score.totalPoints - standing.score.totalPoints
  if (difference !== 0) return difference
  const { reached } = other.entry.standing
  if (standing.reached !== reached) return standing.reached < reached ? -1 : 1
  return id < other.id ? -1 : 1
}

/**
 * Returns the digest of a leaderboard: SHA-256 in hex over a line for each participant with a project that counts, in rank
 * order. It follows from events of the challenge alone, so the same history has the same digest in every installation,
 * whatever accounts it has.
 */
export function boardDigest(contenders: readonly Contender[]): string {
  const hash = createHash('sha256')
  for (const { id, entry } of contenders) {
    const { projects, quality, streak, totalPoints } = entry.standing.score
    hash.update(`${id}\t${projects}\t${quality}\t${streak}\t${totalPoints}\n`)
  }
  return hash.digest('hex')
}

/** Figures of a leaderboard. */
export type BoardFigures = { totalProjects: number; totalParticipants: number; averagePoints: number }

/** Returns the figures over these participants; `averagePoints` is 0 without any. */
export function boardFigures(contenders: readonly Contender[]): BoardFigures {
  let [totalProjects, points] = [0, 0]
  for (const { entry } of contenders) {
    points += entry.standing.score.totalPoints
    totalProjects += entry.standing.score.projects
  }
  const totalParticipants = contenders.length
  const averagePoints = totalParticipants === 0 ? 0 : roundToOneDecimal(points / totalParticipants)
  return { totalProjects, totalParticipants, averagePoints }
}
