import { setTimeout as wait } from 'node:timers/promises'
import { board, person, commitStep } from './port/board.ts'
import {
  CheckpointMismatch,
  StoreUnavailable,
  ReadModelNotBuilt,
  type BuildKey,
  type Lease,
  type Upsert,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

/** The upsert of the step to this position: one of ten people, with points that follow from the position. */
export const upsertAt = (position: bigint): Upsert => person(`p${position % 10n}`, Number(position) / 10)

/** Computes the whole board at a position from all steps. */
export function expectedBoardAt(position: bigint): { ids: string[]; sum: number } {
  const points = new Map<string, number>()
  for (let step = 0n; step <= position; step++) points.set(upsertAt(step).id, Number(step))
  const ids = [...points].sort(([, a], [, b]) => a - b).map(([id]) => id)
  return { ids, sum: [...points.values()].reduce((sum, one) => sum + one, 0) / 10 }
}

/** Reads the whole board from the store. */
export async function readBoard(store: ReadModelStore): Promise<{ ids: string[]; sum: number }> {
  const rows = await store.range(board, 'points', { offset: 0, limit: 100 })
  return { ids: rows.map(({ id }) => id), sum: await store.sum(board, 'points') }
}

/**
 * Runs the projection of the board up to a position, step by step, as a projection worker must: from the checkpoint
 * in the store, from the beginning when the build is missing, and again after an outage. Returns how often it began a
 * build.
 */
export async function runProjectionTo(
  store: ReadModelStore,
  position: bigint,
  { lease, onStep }: { lease?: Lease; onStep?: (position: bigint) => unknown } = {},
): Promise<number> {
  let begun = 0
  let current: { build: BuildKey; checkpoint: bigint } | undefined
  while (!current || current.checkpoint < position) {
    try {
      current ??= await store.liveBuild(board)
      if (!current) {
        current = { build: await store.beginBuild(board, lease), checkpoint: -1n }
        await store.activate(current.build, lease)
        begun += 1
      }
      const { build, checkpoint: from } = current
      const to = from + 1n
      await commitStep(store, build, to, {
        from,
        upserts: [upsertAt(to)],
        messages: [{ room: 'board', message: 'moved', payload: Number(to) }],
        ...(lease && { lease }),
      })
      current = { build, checkpoint: to }
      await onStep?.(to)
    } catch (error) {
      if (error instanceof StoreUnavailable) await wait(10)
      else if (error instanceof CheckpointMismatch || error instanceof ReadModelNotBuilt) current = undefined
      else throw error
    }
  }
  return begun
}
