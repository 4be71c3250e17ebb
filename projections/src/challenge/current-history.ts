import { historyOf, type History, type HistorySegment, type Runs } from '@thirty/contracts/rules/history.ts'
import type { Challenge } from './projection.ts'

/** The history of the current run, and where it began. */
export type CurrentHistory = {
  history: History
  /** Time (ISO) and position of the reset or restore that began the run; null for run 1. */
  begun: { at: string; position: bigint } | null
  /** The histories of all other runs that were once current, the latest first. */
  earlier: readonly History[]
}

export function currentHistory({ run, begun }: Pick<Challenge, 'run' | 'begun'>): CurrentHistory {
  const runs: Runs['runs'] = new Map(
    begun.flatMap(({ run: number, parent }) =>
      parent ? [[number, { starts: [], ends: [], parent: toSegment(parent) }] as const] : [],
    ),
  )
  const current = begun.findLast((other) => other.run === run)
  const numbers = [1, ...begun.map((other) => other.run)].filter((number) => number !== run)
  return {
    history: historyOf({ run }, runs),
    begun: current ? { at: current.at, position: BigInt(current.position) } : null,
    earlier: numbers.toReversed().map((number) => historyOf({ run: number }, runs)),
  }
}

const toSegment = ({ run, upTo }: { run: number; upTo?: string | undefined }): HistorySegment => ({
  run,
  ...(upTo !== undefined && { upTo: BigInt(upTo) }),
})
