import type { Document, Ranked, ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { cursorAt, placeOfCursor } from './cursor.ts'
import { breather } from './slices.ts'

export type NewestQuery<Doc> = {
  /** Index in which the oldest stands first. */
  index: string
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
 * A page of an index, newest first. Places are counted from the oldest, so what is added while somebody pages on
 * neither hides nor repeats anything. Where documents have to be looked for, a page ends after `mostLookedAt` of them: it
 * may then have fewer than `limit` or none, and its cursor goes on. Refuses a cursor of another list as `malformed`.
 */
export async function newestPage<Doc extends Document>(
  store: ViewStore,
  view: ViewKey,
  { index, list, limit, cursor, keep }: NewestQuery<Doc>,
): Promise<{ found: Ranked<Doc>[]; nextCursor: string | null }> {
  const found: Ranked<Doc>[] = []
  let upper = placeOfCursor(list, cursor) ?? (await store.count(view, index))
  const end = keep ? upper - mostLookedAt : 0
  while (upper > 0) {
    if (upper <= end) return { found, nextCursor: cursorAt(list, upper) }
    const lower = Math.max(0, upper - (keep ? sliceSize : limit + 1))
    const slice = await store.range<Doc>(view, index, { offset: lower, limit: upper - lower })
    for (const one of slice.reverse()) {
      if (keep && !keep(one.document)) continue
      if (found.length === limit) return { found, nextCursor: cursorAt(list, one.rank + 1) }
      found.push(one)
    }
    upper = lower
    if (keep) await breather()
  }
  return { found, nextCursor: null }
}
