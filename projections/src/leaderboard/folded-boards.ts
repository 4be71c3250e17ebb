// Folded leaderboards: who counts on one (its contenders, in rank order), its digest and figures, which are the same in every installation
// with the same history, and how two of them differ, for the preview of a restore and of another scoring.

import { createHash } from 'node:crypto'
import type { BoardStatistics, BoardSummary } from '@thirty/contracts/backups/backup-file.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { compareEntries, type IndexedEntry } from '@thirty/infra/read-models/read-models.ts'
import { placeOf, type Participant } from './participant.ts'

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

/** Returns the digest of a leaderboard: SHA-256 in hex over a line for each participant with a project that counts, in rank order. */
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

/** Sums up a leaderboard from events of the challenge alone: regardless of the accounts that an installation has. */
export function boardSummary(documents: ReadonlyMap<string, Participant>): BoardSummary {
  const contenders = contendersOf(documents)
  return { digest: boardDigest(contenders), statistics: boardFigures(contenders) }
}

/** The ranked participants with a project, by id, in rank order. Ranks count from 1. */
export type RankedBoard = ReadonlyMap<string, Contender & { rank: number }>

/** A participant of one board or both; null where not ranked with a project. */
export type ComparedRow = {
  id: string
  rankNow: number | null
  rankAfter: number | null
  pointsNow: number | null
  pointsAfter: number | null
}

/** Returns the contenders that are ranked. `contenders` are in rank order. */
export const rankedBoard = (
  contenders: readonly Contender[],
  isRanked: (contender: Contender) => boolean,
): RankedBoard =>
  new Map(contenders.filter(isRanked).map((one, index) => [one.id, { ...one, rank: index + 1 }]))

/** `first` returns the first rows of one of the boards, `rows` the rows of both, in the order of `after` and then of `now`. */
export function compareBoards(now: RankedBoard, after: RankedBoard) {
  const pointsOn = (board: RankedBoard, id: string) => board.get(id)?.participant.score.totalPoints ?? null
  const rowOf = (id: string): ComparedRow => ({
    id,
    rankNow: now.get(id)?.rank ?? null,
    rankAfter: after.get(id)?.rank ?? null,
    pointsNow: pointsOn(now, id),
    pointsAfter: pointsOn(after, id),
  })
  return {
    first: (board: RankedBoard, count: number) => [...board.keys()].slice(0, count).map(rowOf),
    rows: () => [...new Set([...after.keys(), ...now.keys()])].map(rowOf),
  }
}
