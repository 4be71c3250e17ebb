import { randomUUID } from 'node:crypto'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type {
  BuildKey,
  Commit,
  LiveMessage,
  Upsert,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

/** A view for specs of stores: people with points. */
export const board = { name: 'board', version: 1 }

/** A person who stands in the index `points`. */
export const person = (id: string, points: number, tie = ''): Upsert => ({
  id,
  document: { id, points, days: [1, 2] },
  indexEntries: { points: { score: points, tiebreaker: tie } },
})

/** A fresh store whose `published` grows with the frames that left it. */
export type StoreUnderTest = { store: ReadModelStore; published: readonly LiveMessage[] }

export type Change = Partial<Commit> & { from?: bigint }

/** Gives a build one step, under a name of its own. */
export const commitStep = (
  store: ReadModelStore,
  build: BuildKey,
  to: bigint,
  change: Change = {},
): Promise<void> =>
  store.commit({
    build,
    stepId: randomUUID(),
    from: beginning,
    to,
    upserts: [],
    deletes: [],
    messages: [],
    ...change,
  })

/** A live build of the board that holds these people, at position 1. */
export async function builtBoard(store: ReadModelStore, puts: readonly Upsert[] = []): Promise<BuildKey> {
  const build = await store.beginBuild(board)
  await commitStep(store, build, 1n, { upserts: puts })
  await store.activate(build)
  return build
}

export const idsOf = async (
  store: ReadModelStore,
  range: { offset?: number; limit?: number; reverse?: boolean } = {},
): Promise<string[]> =>
  (await store.range(board, 'points', { offset: 0, limit: 100, ...range })).map(({ id }) => id)
