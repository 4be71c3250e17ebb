import type { Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import { frozenAtOf, historyOf, publicHistory, type History } from '@thirty/contracts/challenge/history.ts'

/** The history of the current run, and where it began. */
export type CurrentHistory = {
  /** With the freeze of the leaderboard, if one is set: that of everybody but admins. */
  history: History
  /** Time (ISO) and position of the reset or restore that began the run; null for run 1. */
  begun: { at: string; position: bigint } | null
  /**
   * The histories that were shown before and may have read models, the latest first: of this run and of all others that were once
   * current, each also before each change of its scoring.
   */
  earlier: readonly History[]
}

export function currentHistory({ current: run, runs }: Runs): CurrentHistory {
  const history = publicHistory(historyOf({ run }, runs), frozenAtOf(runs, run))
  const begun = runs.get(run)?.begun
  const numbers = [1, ...[...runs].flatMap(([number, other]) => (other.begun === undefined ? [] : [number]))]
  const earlierRuns = numbers
    .filter((number) => number !== run)
    .toReversed()
    .map((number) => historyOf({ run: number }, runs))
  return {
    history,
    begun: begun ? { at: begun.at, position: begun.position } : null,
    earlier: [history, ...earlierRuns].flatMap(withEarlierScorings).slice(1),
  }
}

/** Returns a history as it is and as it was before each change of its scoring, the latest first. */
function withEarlierScorings([{ scorings = [], ...own }, ...parents]: History): History[] {
  const counts = Array.from({ length: scorings.length + 1 }, (_, count) => scorings.length - count)
  return counts.map((count) => [
    { ...own, ...(count > 0 && { scorings: scorings.slice(0, count) }) },
    ...parents,
  ])
}
