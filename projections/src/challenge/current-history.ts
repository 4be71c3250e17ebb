import {
  historyOf,
  newRun,
  publicHistory,
  type History,
  type HistorySegment,
  type Run,
  type Runs,
} from '@thirty/contracts/rules/history.ts'
import { parseMoment } from '@thirty/contracts/rules/moments.ts'
import { frozenAtOf, type Challenge } from './projection.ts'

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
  /**
   * Further histories that may have read models: with freezes that were cancelled, moved or revealed, or whose run has ended, and all
   * histories with earlier scorings.
   */
  outdated: readonly History[]
}

export function currentHistory(challenge: Challenge): CurrentHistory {
  const { run, begun, freezes } = challenge
  const runs = runsOf(challenge)
  const current = begun.findLast((other) => other.run === run)
  const numbers = [1, ...begun.map((other) => other.run)].filter((number) => number !== run)
  const frozenAt = frozenAtOf(challenge, run)
  const frozen = (number: number, at: string | null): History =>
    publicHistory(historyOf({ run: number }, runs), at === null ? undefined : parseMoment(at))
  const history = frozen(run, frozenAt)
  const earlier = numbers.toReversed().map((number) => historyOf({ run: number }, runs))
  const earlierFreezes = freezes
    .filter((freeze) => freeze.at !== null && (freeze.run !== run || freeze.at !== frozenAt))
    .map((freeze) => frozen(freeze.run, freeze.at))
  return {
    history,
    begun: current ? { at: current.at, position: BigInt(current.position) } : null,
    earlier,
    earlierScorings: withEarlierScorings(history),
    outdated: [
      ...earlierFreezes,
      ...[history, historyOf({ run }, runs), ...earlier, ...earlierFreezes].flatMap(withEarlierScorings),
    ],
  }
}

export function runsOf({ begun, scorings, unknownRuns }: Challenge): Runs['runs'] {
  const runs = new Map<number, Run>()
  for (const run of unknownRuns) runs.set(run, { ...newRun, origin: 'unknown' })
  for (const { run, parent } of begun)
    if (parent !== undefined) runs.set(run, { ...newRun, parent: toSegment(parent) })
  for (const { run, at, position, scoring } of scorings) {
    const known = runs.get(run) ?? newRun
    const change = { position: BigInt(position), time: Date.parse(at), scoring }
    runs.set(run, { ...known, scorings: [...known.scorings, change] })
  }
  return runs
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

const toSegment = ({ run, upTo }: { run: number; upTo?: string | undefined }): HistorySegment => ({
  run,
  ...(upTo !== undefined && { upTo: BigInt(upTo) }),
})
