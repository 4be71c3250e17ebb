import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { nowMs } from '../load/watchers.ts'

/** The board of the log at a position, and when the change that led to it was accepted. */
export type KnownBoard = { position: string; digest: string; at: number }

/** The boards of the log after each change, in their order. */
export type KnownBoards = {
  add: (board: KnownBoard) => void
  /** The position of the last one. */
  latest: () => string
  /** What the rows at a position are; `undefined` while that is not known. */
  digestAt: (position: string) => string | undefined
  /** How long ago the first change after a position was accepted, in milliseconds; 0 without one. */
  ageOf: (position: string) => number
}

export function knownBoards(): KnownBoards {
  const boards: KnownBoard[] = []
  const digests = new Map<string, string>()
  return {
    add: (board) => {
      boards.push(board)
      digests.set(board.position, board.digest)
    },
    latest: () => boards.at(-1)?.position ?? '0',
    digestAt: (position) => digests.get(position),
    ageOf: (position) => {
      const after = boards[boards.findLastIndex((board) => BigInt(board.position) <= BigInt(position)) + 1]
      return after === undefined ? 0 : nowMs() - after.at
    },
  }
}

/** Returns a text that is the same for the same rows, for any reader. */
export const digestOf = (rows: readonly BoardEntry[]): string =>
  rows
    .map(({ id, rank, totalPoints, projectsSubmitted, projectQuality, streak, days }) =>
      [id, rank, totalPoints, projectsSubmitted, projectQuality, streak, days.length].join(),
    )
    .join(';')
