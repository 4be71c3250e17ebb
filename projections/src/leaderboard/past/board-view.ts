import { namesSuffix } from '@thirty/contracts/rules/text/tiebreaker-names.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import {
  type BuildKey,
  type Document,
  type LiveBuild,
  type Projection,
  type RankedDocument,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import type { Participant } from '../participant.ts'
import type { PastParticipant } from './projection.ts'

/** The personal data of a participant: what a past leaderboard adds from the accounts of today. */
type Person = Pick<Participant, 'name' | 'username' | 'names' | 'picture'>
type Persons = (ids: readonly string[]) => Promise<ReadonlyMap<string, Person>>

export type BoardViewOptions = {
  documents: ReadonlyMap<string, PastParticipant>
  projection: Projection<PastParticipant>
  position: bigint
  persons: Persons
  /** The live build of the leaderboard that is shown. */
  liveBuild(): Promise<LiveBuild | undefined>
}

const deletedName = 'Deleted participant'
const deletedPerson: Person = {
  name: deletedName,
  username: null,
  names: namesSuffix(deletedName, null),
  picture: null,
}

/**
 * Returns a store with a past leaderboard as its only read model, for the queries of the leaderboard. Names and pictures are
 * those of today, for which it asks with every read.
 */
export async function boardView(options: BoardViewOptions): Promise<ReadModelStore> {
  const { projection, position, persons } = options
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const build = await fill(store, options)
  const everybody = [...options.documents].map(([id, document], rank) => ({ id, document, rank }))

  const withPersons = async <Found extends { id: string; document: Document }>(found: readonly Found[]) => {
    const byId = await persons(found.map(({ id }) => id))
    return found.map((row) => ({ ...row, document: { ...row.document, ...personOf(byId, row.id) } }))
  }
  return {
    ...store,
    liveBuild: async () => {
      const live = await options.liveBuild()
      if (live === undefined) return undefined
      // Changes with the live leaderboard, so that no page is cached with a name that changed.
      const key: BuildKey = { ...build, build: `${live.build.build}-${live.checkpoint}` }
      return { build: key, checkpoint: position, seen: nothingSeen, epoch: live.epoch }
    },
    load: async <Doc extends Document>(_: unknown, ids: readonly string[]) => {
      const documents = await store.load<PastParticipant>(projection, ids)
      const byId = await persons(ids)
      // Safe: callers name the document type of the leaderboard, the only read model here.
      return documents.map((document, index) => {
        const id = ids[index]
        return document && id !== undefined ? { ...document, ...personOf(byId, id) } : undefined
      }) as unknown as (Doc | undefined)[]
    },
    range: async <Doc extends Document>(
      _: unknown,
      index: string,
      range: Parameters<ReadModelStore['range']>[2],
    ) =>
      // Safe: as in `load`. The ranks of a past date are computed from all participants, in any order and without names.
      (index === 'participants'
        ? everybody.slice(range.offset, range.offset + range.limit)
        : await withPersons(await store.range(projection, index, range))) as unknown as RankedDocument<Doc>[],
    entries: async (_, index, range) => {
      const entries = await store.entries(projection, index, range)
      const byId = await persons(entries.map(({ id }) => id))
      return entries.map((entry) => {
        const tiebreaker = `${entry.entry.tiebreaker}${personOf(byId, entry.id).names}`
        return { ...entry, entry: { ...entry.entry, tiebreaker } }
      })
    },
    rank: (_, index, id) => store.rank(projection, index, id),
    count: (_, index) => store.count(projection, index),
    countBetween: (_, index, lowest, highest) => store.countBetween(projection, index, lowest, highest),
    sum: (_, index) => store.sum(projection, index),
  }
}

function personOf(persons: ReadonlyMap<string, Person>, id: string): Person {
  const { name, username, names, picture } = persons.get(id) ?? deletedPerson
  return { name, username, names, picture }
}

async function fill(
  store: ReadModelStore,
  { documents, projection, position }: BoardViewOptions,
): Promise<BuildKey> {
  const build = await store.beginBuild(projection)
  const upserts = [...documents].map(([id, document]) => ({
    id,
    document,
    get indexEntries() {
      return projection.indexEntries(document, id)
    },
  }))
  await store.commit({
    build,
    stepId: 'fill',
    from: beginning,
    to: position,
    upserts,
    deletes: [],
    messages: [],
  })
  await store.activate(build)
  return build
}
