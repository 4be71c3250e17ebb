// Who counts on a folded leaderboard (its contenders, in rank order), and its digest and figures: the same in every installation with the
// same history.

import { createHash } from 'node:crypto'
import type { BoardStatistics, BoardSummary } from '@thirty/contracts/backups/backup-file.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { compareEntries, type IndexedEntry } from '@thirty/infra/read-models/read-models.ts'
import { placeOf, type Participant } from '../participant.ts'

/** A participant with a project that counts, and the place in the order of ranks. */
export type Contender = IndexedEntry & { participant: Participant }

/**
 * Returns all participants with a project that counts, in rank order, regardless of the status of their accounts. The scoring excludes
 * some.
 */
export function contendersOf(documents: ReadonlyMap<string, Participant>): Contender[] {
  const contenders: Contender[] = []
  for (const [id, participant] of documents)
    if (participant.score.projects > 0 && participant.isExcluded !== true)
      contenders.push({ id, ...placeOf(participant), participant })
  return contenders.sort(compareEntries)
}

/**
 * Returns the digest of a leaderboard: SHA-256 in hex over a line for each participant with a project that counts, in rank
 * order. It follows from events of the challenge alone, so the same history has the same digest in every installation,
 * regardless of the accounts that it has.
 */
export function boardDigest(contenders: readonly Contender[]): string {
  const hash = createHash('sha256')
  for (const { id, participant } of contenders) {
    const { projects, quality, streak, totalPoints } = participant.score
    hash.update(`${id}\t${projects}\t${quality}\t${streak}\t${totalPoints}\n`)
  }
  return hash.digest('hex')
}

/** Returns the figures over these participants; `averagePoints` is 0 without any. */
export function boardFigures(contenders: Iterable<Contender>): BoardStatistics {
  let [totalProjects, totalParticipants, points] = [0, 0, 0]
  for (const { participant } of contenders) {
    points += participant.score.totalPoints
    totalProjects += participant.score.projects
    totalParticipants += 1
  }
  const averagePoints = totalParticipants === 0 ? 0 : roundToOneDecimal(points / totalParticipants)
  return { totalProjects, totalParticipants, averagePoints }
}

/** Sums up a leaderboard from events of the challenge alone: the same in every installation. */
export function boardSummary(documents: ReadonlyMap<string, Participant>): BoardSummary {
  const contenders = contendersOf(documents)
  return { digest: boardDigest(contenders), statistics: boardFigures(contenders) }
}
