// Leaderboards, figures and digests of the places that backups name: finds where a place ends, keeps its figures, and sums up a short or
// imported run from its events instead of folding a past leaderboard.

import type { ChallengeState, HistorySegment } from '@thirty/contracts/challenge/challenge-state.ts'
import { historyOf, type History } from '@thirty/contracts/challenge/history.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { LRUCache } from 'lru-cache'
import { boardDigest, boardFigures, contendersOf, type BoardFigures } from '../past-boards/board-digest.ts'
import type { BoardSummary } from '@thirty/contracts/backups/backup-file.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import type { PastBoard } from '../past-boards/past-board.ts'
import type { PastBoards } from '../past-boards/past-boards.ts'

/** The figures and the digest of a place, from events of the challenge alone: the same in every installation. */
export type PlaceFigures = BoardFigures & { digest: string }

/**
 * Sums up a place whose events all follow the position `after`, in little memory. `undefined` if it has more events than
 * `maxEvents`.
 */
export type SummarizePlace = (
  of: HistorySegment,
  options: { after: bigint; maxEvents?: number },
) => Promise<BoardSummary | undefined>

/**
 * A command that was under way when its run ended may still be stored a moment later, and is then part of that run. No
 * command takes this long.
 */
const lateEventsMs = 10 * 60_000

/**
 * A run with at most this many events is summed up from its first one, however long the log before it is. A past leaderboard of a
 * longer run is folded from a snapshot that is about as near.
 */
const maxShortRun = 5_000

/** Most places whose figures are kept. */
const maxPlaces = 2_000

export class BackupPlaces {
  readonly #log: Pick<EventLog, 'readAll' | 'head'>
  readonly #boards: PastBoards
  readonly #summarize: SummarizePlace
  readonly #figures = new LRUCache<string, Promise<PlaceFigures>>(entriesUpTo(maxPlaces))
  /** The ends of closed runs that can no longer move. */
  readonly #ends = new LRUCache<string, bigint>(entriesUpTo(maxPlaces))

  constructor(log: Pick<EventLog, 'readAll' | 'head'>, boards: PastBoards, summarize: SummarizePlace) {
    this.#log = log
    this.#boards = boards
    this.#summarize = summarize
  }

  /** Returns the board of a place and its history. */
  async board(
    of: HistorySegment,
    challenge: ChallengeState,
  ): Promise<{ history: History; board: PastBoard }> {
    await this.#boards.refresh()
    const history = historyOf(of, challenge.runs.runs)
    return { history, board: await this.#boards.at(history, await this.#endOf(of, challenge), challenge) }
  }

  /** Returns the figures of places in the same order. Each is computed once, all in one pass from the first to the last. */
  async figures(places: readonly HistorySegment[], challenge: ChallengeState): Promise<PlaceFigures[]> {
    await this.#boards.refresh()
    const placed = await Promise.all(
      places.map(async (of, index) => ({ of, index, end: await this.#endOf(of, challenge) })),
    )
    const figures: PlaceFigures[] = []
    // One after the other, because each board is folded from the one before.
    for (const { of, index, end } of placed.sort((left, right) => Number(left.end - right.end)))
      figures[index] = await this.#figuresOf(of, end, challenge)
    return figures
  }

  #figuresOf(of: HistorySegment, end: bigint, challenge: ChallengeState): Promise<PlaceFigures> {
    const history = historyOf(of, challenge.runs.runs)
    const key = this.#boards.placeName(history, end, challenge)
    const known = this.#figures.get(key)
    if (known !== undefined) return known
    const computed = this.#compute(history, end, challenge)
    this.#figures.set(key, computed)
    computed.catch(() => this.#figures.delete(key))
    return computed
  }

  async #compute(history: History, end: bigint, challenge: ChallengeState): Promise<PlaceFigures> {
    const summary = history.length === 1 ? await this.#summary(history[0].run, end, challenge) : undefined
    if (summary !== undefined) return { ...summary.statistics, digest: summary.digest }
    const { documents } = await this.#boards.at(history, end, challenge)
    return placeFigures(documents)
  }

  /** Sums up a run without a parent if that is cheaper than a past leaderboard. */
  async #summary(run: number, end: bigint, { runs: { runs } }: ChallengeState) {
    await this.#boards.refresh(end)
    const of = { run, upTo: end }
    const { imported, begun } = runs.get(run) ?? {}
    // The leaderboard of an imported run has not been requested yet, and it is as large as that of the challenge.
    if (imported !== undefined) return this.#summarize(of, { after: imported.position })
    return begun && this.#summarize(of, { after: begun.position, maxEvents: maxShortRun })
  }

  /** A place without a position ends with the last event of its run. */
  async #endOf({ run, upTo }: HistorySegment, challenge: ChallengeState): Promise<bigint> {
    if (upTo !== undefined) return upTo
    const { runs } = challenge.runs
    const began = runs.get(run)?.begun?.position ?? -1n
    const next = [...runs.values()].find(({ begun }) => begun !== undefined && begun.position > began)?.begun
    if (next === undefined) return this.#log.head()
    return this.#readEnd(next, this.#boards.placeName([{ run }], next.position, challenge))
  }

  async #readEnd(next: { position: bigint; at: string }, key: string): Promise<bigint> {
    let end = this.#ends.get(key) ?? next.position
    if (this.#ends.has(key)) return end
    for await (const events of this.#log.readAll({ after: next.position, streams: ['project-'] })) {
      for (const { at, position } of events) {
        if (Date.parse(at) > Date.parse(next.at) + lateEventsMs) {
          this.#ends.set(key, end)
          return end
        }
        end = position
      }
    }
    return end
  }
}

/** Returns figures and digest of the documents of a board. */
export function placeFigures(documents: PastBoard['documents']): PlaceFigures {
  const contenders = contendersOf(documents)
  return { ...boardFigures(contenders), digest: boardDigest(contenders) }
}
