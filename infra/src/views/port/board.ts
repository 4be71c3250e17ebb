import { randomUUID } from 'node:crypto'
import { beginning } from '../../event-log/event-log.ts'
import type { BuildKey, Commit, Frame, Put, ViewStore } from '../views.ts'

/** A view for specs of stores: people with points. */
export const board = { name: 'board', version: 1 }

/** A person who stands in the index `points`. */
export const person = (id: string, points: number, tie = ''): Put => ({
  id,
  document: { id, points, days: [1, 2] },
  indexes: { points: { score: points, tie } },
})

/** A fresh store whose `published` grows with the frames that left it. */
export type Shelf = { store: ViewStore; published: readonly Frame[] }

export type Change = Partial<Commit> & { from?: bigint }

/** Gives a build one step, under a name of its own. */
export const step = (store: ViewStore, build: BuildKey, to: bigint, change: Change = {}): Promise<void> =>
  store.commit({
    build,
    id: randomUUID(),
    from: beginning,
    to,
    puts: [],
    deletes: [],
    frames: [],
    ...change,
  })

/** A live build of the board that holds these people, at position 1. */
export async function builtBoard(store: ViewStore, puts: readonly Put[] = []): Promise<BuildKey> {
  const build = await store.begin(board)
  await step(store, build, 1n, { puts })
  await store.goLive(build)
  return build
}

export const idsOf = async (
  store: ViewStore,
  range: { offset?: number; limit?: number; reverse?: boolean } = {},
): Promise<string[]> =>
  (await store.range(board, 'points', { offset: 0, limit: 100, ...range })).map(({ id }) => id)
