import { randomUUID } from 'node:crypto'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type {
  BuildKey,
  Commit,
  LiveMessage,
  Upsert,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

/** A read model for specs: people with points. */
export const board = { name: 'board', version: 1 }

/** A person with an entry in the index `points`. */
export const person = (id: string, points: number, tiebreaker = ''): Upsert => ({
  id,
  document: { id, points, days: [1, 2] },
  indexEntries: { points: { score: points, tiebreaker } },
})

/** An empty store; `published` collects the messages that it has sent. */
export type StoreUnderTest = { store: ReadModelStore; published: readonly LiveMessage[] }

export type Change = Partial<Commit> & { from?: bigint }

/** Commits one step with a new id. */
export function commitStep(
  store: ReadModelStore,
  build: BuildKey,
  to: bigint,
  change: Change = {},
): Promise<void> {
  const nothing = { upserts: [], deletes: [], messages: [] }
  return store.commit({ build, stepId: randomUUID(), from: beginning, to, ...nothing, ...change })
}

/** Creates a live build of the board with these people, at position 1. */
export async function builtBoard(store: ReadModelStore, upserts: readonly Upsert[] = []): Promise<BuildKey> {
  const build = await store.beginBuild(board)
  await commitStep(store, build, 1n, { upserts })
  await store.activate(build)
  return build
}

export const idsOf = async (
  store: ReadModelStore,
  range: { offset?: number; limit?: number; reverse?: boolean } = {},
): Promise<string[]> =>
  (await store.range(board, 'points', { offset: 0, limit: 100, ...range })).map(({ id }) => id)
