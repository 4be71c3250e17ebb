// A store with a past leaderboard as its only read model, for the queries of the leaderboard. Names and images are current: every read
// loads them, but for `unnamed`.

import { shownNames } from '@thirty/contracts/accounts/names-in-languages.ts'
import { searchTexts } from '@thirty/contracts/user-texts/search-text.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type {
  BuildKey,
  IndexRange,
  LiveBuild,
  RankedDocument,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import type { Document } from '@thirty/infra/read-models/projection.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import type { PeopleOfToday } from '../../summaries.ts'
import type { PastBoard } from './past-boards.ts'
import { boardIndexEntries } from '../projection.ts'

export const pastBoardModel: ReadModelKey = { name: 'past-leaderboard', version: 1 }

/** `liveBuild`: of the read model of people. */
export async function boardView(
  { documents, position }: PastBoard,
  peopleOfToday: PeopleOfToday,
  liveBuild: () => Promise<LiveBuild | undefined>,
): Promise<{ store: ReadModelStore; unnamed: ReadModelStore }> {
  const unnamed = memoryReadModelStore({ live: { publish: () => undefined }, sortsWhenRead: true })
  const upserts = [...documents].map(([id, document]) => ({
    id,
    document,
    indexEntries: boardIndexEntries(document, id),
  }))
  const build = await unnamed.beginBuild(pastBoardModel)
  const step = { stepId: 'fill', from: beginning, to: position, deletes: [], messages: [] }
  await unnamed.commit({ build, ...step, upserts })
  await unnamed.activate(build)

  /** Returns complete participants in the same order. */
  const load = async (ids: readonly string[]) => {
    const personOf = await peopleOfToday(ids)
    return ids.map((id) => {
      const participant = documents.get(id)
      return participant && { ...participant, ...personOf(id) }
    })
  }
  const range = async (index: string, window: IndexRange) => {
    const found = await unnamed.entries(pastBoardModel, index, window)
    const participants = await load(found.map(({ id }) => id))
    return found.map(({ id }, at) => ({ id, rank: window.offset + at, document: participants[at] }))
  }
  const store: ReadModelStore = {
    ...unnamed,
    liveBuild: async () => {
      const live = await liveBuild()
      if (live === undefined) return undefined
      // Changes with the people of today, so that no page is cached with a name that changed.
      const key: BuildKey = { ...build, build: `${live.build.build}-${live.checkpoint}` }
      return { build: key, checkpoint: position, seen: nothingSeen, epoch: live.epoch }
    },
    load: async <Doc extends Document>(_: unknown, ids: readonly string[]) =>
      // Safe: callers name the document type of the leaderboard, the only read model here.
      (await load(ids)) as unknown as (Doc | undefined)[],
    range: async <Doc extends Document>(_: unknown, index: string, window: IndexRange) =>
      // Safe: as in `load`.
      (await range(index, window)) as unknown as RankedDocument<Doc>[],
    texts: async (_, ids) => {
      const personOf = await peopleOfToday(ids)
      return ids.map((id) => {
        const person = personOf(id)
        return searchTexts(...shownNames(person), person.username)
      })
    },
  }
  return { store, unnamed }
}
