// Leaderboards, figures and digests of the places that backups name, and the check of a place before a restore: finds where a place ends,
// keeps its figures, and sums up a short or imported run from its events instead of folding a past leaderboard.

import type { ChallengeState, HistorySegment } from '@thirty/contracts/challenge/challenge-state.ts'
import { historyOf } from '@thirty/contracts/challenge/history.ts'
import { type EventLog, LogReplaced, LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { LRUCache } from 'lru-cache'
import { boardSummary } from '../folded-boards.ts'
import type { BoardSummary } from '@thirty/contracts/backups/backup-file.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import type { PastBoards } from '../past-boards/past-boards.ts'
import { Refusal, refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { readChallenge } from '../../read-challenge.ts'

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

const maxPlaces = 2_000

export type BackupPlaces = ReturnType<typeof backupPlaces>

export function backupPlaces(
  log: Pick<EventLog, 'readAll' | 'head'>,
  boards: PastBoards,
  summarize: SummarizePlace,
) {
  const known = new LRUCache<string, BoardSummary, () => Promise<BoardSummary>>({
    ...entriesUpTo(maxPlaces),
    ignoreFetchAbort: true,
    fetchMethod: (_name, _before, { context: compute }) => compute(),
  })
  /** The ends of closed runs that can no longer move. An import after a reset has older events, which are read once. */
  const ends = new LRUCache<string, bigint>(entriesUpTo(maxPlaces))

  const figuresOf = (of: HistorySegment, end: bigint, challenge: ChallengeState): Promise<BoardSummary> => {
    const history = historyOf(of, challenge.runs.runs)
    const compute = async (): Promise<BoardSummary> =>
      (history.length === 1 ? await summaryOf(history[0].run, end, challenge) : undefined) ??
      boardSummary((await boards.at(history, end, challenge)).documents)
    return known.forceFetch(boards.placeName(history, end, challenge), { context: compute })
  }

  /** Sums up a run without a parent if that is cheaper than a past leaderboard. */
  const summaryOf = async (run: number, end: bigint, { runs: { runs } }: ChallengeState) => {
    await boards.refresh(end)
    const of = { run, upTo: end }
    const { imported, begun } = runs.get(run) ?? {}
    // The leaderboard of an imported run has not been requested yet, and it is as large as that of the challenge.
    if (imported !== undefined) return summarize(of, { after: imported.position })
    return begun && summarize(of, { after: begun.position, maxEvents: maxShortRun })
  }

  /** A place without a position ends with the last event of its run. */
  const endOf = async ({ run, upTo }: HistorySegment, challenge: ChallengeState): Promise<bigint> => {
    if (upTo !== undefined) return upTo
    const { runs } = challenge.runs
    const began = runs.get(run)?.begun?.position ?? -1n
    const next = [...runs.values()].find(({ begun }) => begun !== undefined && begun.position > began)?.begun
    if (next === undefined) return log.head()
    const name = boards.placeName([{ run }], next.position, challenge)
    let end = ends.get(name) ?? next.position
    if (ends.has(name)) return end
    for await (const events of log.readAll({ after: next.position, streams: ['project-'] }))
      for (const { at, position } of events) {
        if (Date.parse(at) > Date.parse(next.at) + lateEventsMs) {
          ends.set(name, end)
          return end
        }
        end = position
      }
    return end
  }

  return {
    board: async (of: HistorySegment, challenge: ChallengeState) => {
      await boards.refresh()
      const history = historyOf(of, challenge.runs.runs)
      return { history, board: await boards.at(history, await endOf(of, challenge), challenge) }
    },
    /** Returns the figures of places in the same order. Each is computed once, all in one pass from the first to the last. */
    figures: async (places: readonly HistorySegment[], challenge: ChallengeState) => {
      await boards.refresh()
      const placed = await Promise.all(
        places.map(async (of, index) => ({ of, index, end: await endOf(of, challenge) })),
      )
      const figures: BoardSummary[] = []
      // One after the other, because each board is folded from the one before.
      for (const { of, index, end } of placed.sort((left, right) => Number(left.end - right.end)))
        figures[index] = await figuresOf(of, end, challenge)
      return figures
    },
  }
}

/**
 * Returns a check of a place in the history before it is restored: it throws `backup-damaged` if the leaderboard of the place
 * cannot be computed, because the restored run could not be shown either. Throws `busy` and the errors of the log.
 */
export function replayCheck(log: Pick<EventLog, 'read'>, places: Pick<BackupPlaces, 'board'>) {
  return async (of: HistorySegment): Promise<void> => {
    try {
      await places.board(of, await readChallenge(log))
    } catch (error) {
      const isTransient =
        error instanceof Refusal || error instanceof LogUnavailable || error instanceof LogReplaced
      if (isTransient || !(error instanceof Error)) throw error
      refuse('backup-damaged', 'notRestorable', { reason: error.message })
    }
  }
}
