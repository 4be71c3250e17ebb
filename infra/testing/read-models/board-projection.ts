import { setTimeout as wait } from 'node:timers/promises'
import { board, person, commitStep } from './port/board.ts'
import {
  CheckpointMismatch,
  StoreUnavailable,
  ReadModelNotBuilt,
  type BuildKey,
  type LiveMessage,
  type Lease,
  type Upsert,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

/** What the step to this position puts: one of ten people, who has as many points as the position says. */
export const upsertAt = (position: bigint): Upsert => person(`p${position % 10n}`, Number(position) / 10)

const frameAt = (position: bigint): LiveMessage => ({
  room: 'board',
  message: 'moved',
  payload: Number(position),
})

/** The whole board at a position, folded from the first step on. */
export function expectedBoardAt(position: bigint): { ids: string[]; sum: number } {
  const points = new Map<string, number>()
  for (let at = 0n; at <= position; at++) points.set(upsertAt(at).id, Number(at))
  const ids = [...points].sort(([, a], [, b]) => a - b).map(([id]) => id)
  return { ids, sum: [...points.values()].reduce((sum, one) => sum + one, 0) / 10 }
}

/** The whole board as the store tells it. */
export async function readBoard(store: ReadModelStore): Promise<{ ids: string[]; sum: number }> {
  const rows = await store.range(board, 'points', { offset: 0, limit: 100 })
  return { ids: rows.map(({ id }) => id), sum: await store.sum(board, 'points') }
}

/**
 * Feeds the board up to a position, step by step, as whoever feeds a view must: where the store says it stands, from
 * the first step on when the build is gone, and again when the store was away. Answers how often it began.
 */
export async function runProjectionTo(
  store: ReadModelStore,
  position: bigint,
  { lease, onStep }: { lease?: Lease; onStep?: (at: bigint) => unknown } = {},
): Promise<{ begun: number }> {
  let begun = 0
  let at: { build: BuildKey; checkpoint: bigint } | undefined
  while (!at || at.checkpoint < position) {
    try {
      at ??= await store.liveBuild(board)
      if (!at) {
        at = { build: await store.beginBuild(board, lease), checkpoint: -1n }
        await store.activate(at.build, lease)
        begun += 1
      }
      const { build, checkpoint: from } = at
      const to = from + 1n
      await commitStep(store, build, to, {
        from,
        upserts: [upsertAt(to)],
        messages: [frameAt(to)],
        ...(lease && { lease }),
      })
      at = { build, checkpoint: to }
      await onStep?.(to)
    } catch (error) {
      if (error instanceof CheckpointMismatch && at) at = { ...at, checkpoint: error.actual }
      else if (error instanceof ReadModelNotBuilt) at = undefined
      else if (!(error instanceof StoreUnavailable)) throw error
      else await wait(10)
    }
  }
  return { begun }
}
