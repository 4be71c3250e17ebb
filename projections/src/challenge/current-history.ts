import type { Runs } from '@thirty/contracts/events/challenge-state.ts'
import { frozenAtOf, historyOf, publicHistory, type History } from '@thirty/contracts/rules/history.ts'

/** The history of the current run, and where it began. */
export type CurrentHistory = {
  /** With the freeze of the leaderboard, if one is set: that of everybody but admins. */
  history: History
  /** Time (ISO) and position of the reset or restore that began the run; null for run 1. */
  begun: { at: string; position: bigint } | null
  /** The histories of all other runs that were once current, the latest first. */
  earlier: readonly History[]
  /** The same history before each change of the scoring, the latest first. */
  earlierScorings: readonly History[]
  /** Further histories that may have read models: all of them with earlier scorings. */
  outdated: readonly History[]
}

export function currentHistory({ current: run, runs }: Runs): CurrentHistory {
  const trueHistory = historyOf({ run }, runs)
  const history = publicHistory(trueHistory, frozenAtOf(runs, run))
  const begun = runs.get(run)?.begun
  const numbers = [1, ...[...runs].flatMap(([number, other]) => (other.begun === undefined ? [] : [number]))]
  const earlier = numbers
    .filter((number) => number !== run)
    .toReversed()
    .map((number) => historyOf({ run: number }, runs))
  return {
    history,
    begun: begun ? { at: begun.at, position: begun.position } : null,
    earlier,
    earlierScorings: withEarlierScorings(history),
    outdated: [trueHistory, ...earlier].flatMap(withEarlierScorings),
  }
}

/** Returns a history as it was before each change of its scoring, the latest first. */
function withEarlierScorings([{ scorings = [], ...own }, ...parents]: History): History[] {
  return scorings
    .map((_, count): History => [
      { ...own, ...(count > 0 && { scorings: scorings.slice(0, count) }) },
      ...parents,
    ])
    .toReversed()
}
