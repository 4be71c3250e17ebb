import {
  historyOf,
  publicHistory,
  type History,
  type HistorySegment,
  type Runs,
} from '@thirty/contracts/rules/history.ts'
import { frozenAtOf, type Challenge } from './projection.ts'

/** The history of the current run, and where it began. */
export type CurrentHistory = {
  /** With the freeze of the leaderboard, if one is set: that of everybody but admins. */
  history: History
  /** Time (ISO) and position of the reset or restore that began the run; null for run 1. */
  begun: { at: string; position: bigint } | null
  /** The histories of all other runs that were once current, the latest first. */
  earlier: readonly History[]
  /** The frozen histories of freezes that were cancelled, moved or revealed, or whose run has ended. */
  earlierFreezes: readonly History[]
}

export function currentHistory(challenge: Challenge): CurrentHistory {
  const { run, begun, freezes } = challenge
  const runs: Runs['runs'] = new Map(
    begun.flatMap(({ run: number, parent }) =>
      parent ? [[number, { starts: [], ends: [], freezes: [], parent: toSegment(parent) }] as const] : [],
    ),
  )
  const current = begun.findLast((other) => other.run === run)
  const numbers = [1, ...begun.map((other) => other.run)].filter((number) => number !== run)
  const frozenAt = frozenAtOf(challenge, run)
  const frozen = (number: number, at: string | null): History =>
    publicHistory(historyOf({ run: number }, runs), at === null ? undefined : Date.parse(at))
  return {
    history: frozen(run, frozenAt),
    begun: current ? { at: current.at, position: BigInt(current.position) } : null,
    earlier: numbers.toReversed().map((number) => historyOf({ run: number }, runs)),
    earlierFreezes: freezes
      .filter((freeze) => freeze.at !== null && (freeze.run !== run || freeze.at !== frozenAt))
      .map((freeze) => frozen(freeze.run, freeze.at)),
  }
}

const toSegment = ({ run, upTo }: { run: number; upTo?: string | undefined }): HistorySegment => ({
  run,
  ...(upTo !== undefined && { upTo: BigInt(upTo) }),
})
