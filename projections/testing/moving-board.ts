import { boardQuery, boardResponse } from '@thirty/contracts/leaderboard/api.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { BoardQueries } from '@thirty/projections/leaderboard/query.ts'
import { userIdOf, type GivenEvent } from './event-builders.ts'
import { storeAfter } from './fold-events.ts'

/**
 * A store with a read model to which events can be added: its build stays the same, as if the runner had applied them. Counts the scans of
 * all participants, and holds them while `gate` is pending.
 */
export async function movingStore(projection: Projection, before: readonly GivenEvent[]) {
  let given = before
  let current = await storeAfter([projection], given)
  const build = { name: projection.name, version: projection.version, build: 'b1' }
  const state = { epoch: 'e1', scans: 0, gate: Promise.resolve() }
  const own: Pick<ReadModelStore, 'liveBuild' | 'entries'> = {
    liveBuild: async (readModel: ReadModelKey) => {
      const live = await current.liveBuild(readModel)
      return live && { ...live, build, epoch: state.epoch }
    },
    entries: async (readModel, index, range) => {
      if (index === 'participants' && 'from' in range && range.from === undefined) state.scans += 1
      if (index === 'participants') await state.gate
      return current.entries(readModel, index, range)
    },
  }
  const store = new Proxy(own as ReadModelStore, {
    get: (changed, name) => Reflect.get(Object.hasOwn(changed, name) ? changed : current, name),
  })
  const add = async (...more: readonly GivenEvent[]) => {
    given = [...given, ...more]
    current = await storeAfter([projection], given)
  }
  return { store, state, add }
}

/** Returns the leaderboard as the response to a caller, by name, has it. */
export async function readBoard({ board }: BoardQueries, caller: string, query: object = {}) {
  const { chunks } = await board(boardQuery.parse(query), userIdOf(caller))
  return boardResponse.parse(JSON.parse(Buffer.concat(chunks).toString()))
}
