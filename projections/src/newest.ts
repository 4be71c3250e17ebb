import type { Document, Ranked, ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { countBefore } from './count-before.ts'
import { cursorAt, partsOfCursor, refuseCursor } from './cursor.ts'
import { breather } from './slices.ts'

/** When something began: ISO time, and the sortable position that tells apart what began in the same millisecond. */
type Moment = { at: string; position: string }

export type NewestQuery<Doc> = {
  /** Index in which the oldest stands first, by its moment. */
  index: string
  momentOf: (document: Doc) => Moment
  /** Name of the list, with its filters: its cursors are good for it alone. */
  list: string
  limit: number
  cursor?: string | undefined
  /** Which documents belong to the list; all when missing. */
  keep?: (document: Doc) => boolean
}

const sliceSize = 64
/** Most documents that are looked at for one page of a list whose members have to be looked for. */
export const mostLookedAt = 160 * sliceSize

/**
 * A page of an index, newest first. It goes on behind what was shown last: what comes and goes while somebody pages on
 * neither hides nor repeats anything else. Where documents have to be looked for, a page ends after `mostLookedAt` of them:
 * it may then have fewer than `limit` or none, and its cursor goes on. Refuses a cursor of another list as `malformed`.
 */
export async function newestPage<Doc extends Document>(
  store: ViewStore,
  view: ViewKey,
  query: NewestQuery<Doc>,
): Promise<{ found: Ranked<Doc>[]; nextCursor: string | null }> {
  const { index, limit, keep } = query
  const found: Ranked<Doc>[] = []
  let last: Doc | undefined
  let upper = await beginOf({ store, view }, query)
  const end = keep ? Math.max(0, upper - mostLookedAt) : 0
  while (upper > end) {
    const lower = Math.max(0, upper - (keep ? sliceSize : limit + 1))
    const slice = await store.range<Doc>(view, index, { offset: lower, limit: upper - lower })
    for (const one of slice.reverse()) {
      const isWanted = !keep || keep(one.document)
      if (isWanted && found.length === limit) return { found, nextCursor: cursorBehind(query, last) }
      if (isWanted) found.push(one)
      last = one.document
    }
    upper = lower
    if (keep) await breather()
  }
  return { found, nextCursor: upper > 0 ? cursorBehind(query, last) : null }
}

/** How many of the index are older than what was shown last: all of it for a first page. */
async function beginOf<Doc extends Document>(
  { store, view }: { store: ViewStore; view: ViewKey },
  { index, list, cursor, momentOf }: NewestQuery<Doc>,
): Promise<number> {
  if (cursor === undefined) return store.count(view, index)
  const { place: score, after = refuseCursor() } = partsOfCursor(list, cursor)
  return countBefore<Doc>(
    { store, view },
    { index, score },
    ({ document }) => momentOf(document).position < after,
  )
}

function cursorBehind<Doc>({ list, momentOf }: NewestQuery<Doc>, last: Doc | undefined): string | null {
  if (last === undefined) return null
  const { at, position } = momentOf(last)
  return cursorAt(list, Date.parse(at), position)
}
