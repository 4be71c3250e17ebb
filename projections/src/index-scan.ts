import { setImmediate } from 'node:timers/promises'
import type {
  Document,
  RankedEntry,
  RankedDocument,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

/** Lets everybody else run. Called between slices of long work, each well below a millisecond. */
export const yieldToEventLoop = (): Promise<void> => setImmediate()

type From = { from?: number; reverse?: boolean }

/**
 * The documents of an index in its order, slice by slice, with a pause after each. Long lists are looked through this
 * way, so that one search does not hold up everybody else.
 */
export const scanDocuments = <Doc extends Document>(
  store: ReadModelStore,
  view: ReadModelKey,
  index: string,
  { from = 0, reverse = false }: From = {},
): AsyncGenerator<RankedDocument<Doc>[]> =>
  slices(from, 64, (offset, limit) => store.range<Doc>(view, index, { offset, limit, reverse }))

/** Who stands in an index, in the same way. Nothing is read but the index, so a slice has many more. */
export const scanEntries = (
  store: ReadModelStore,
  view: ReadModelKey,
  index: string,
  { from = 0, reverse = false }: From = {},
): AsyncGenerator<RankedEntry[]> =>
  slices(from, entriesPerSlice, (offset, limit) => store.entries(view, index, { offset, limit, reverse }))

export const entriesPerSlice = 512

/** The documents of those who stand there, in the same order, without who was deleted since. */
export async function loadDocuments<Doc extends Document>(
  store: ReadModelStore,
  view: ReadModelKey,
  places: readonly RankedEntry[],
): Promise<RankedDocument<Doc>[]> {
  const documents = await store.load<Doc>(
    view,
    places.map(({ id }) => id),
  )
  return places.flatMap(({ id, rank }, at) => {
    const document = documents[at]
    return document === undefined ? [] : [{ id, rank, document }]
  })
}

async function* slices<Item>(
  from: number,
  size: number,
  read: (offset: number, limit: number) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  for (let offset = from; ; offset += size) {
    const slice = await read(offset, size)
    if (slice.length > 0) yield slice
    if (slice.length < size) return
    await yieldToEventLoop()
  }
}
