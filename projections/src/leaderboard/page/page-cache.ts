import { LRUCache } from 'lru-cache'
import type { BoardQuery } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { calendarDay } from '@thirty/contracts/rules/calendar.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import type { EncodedCaller, EncodedPage } from './encoded-page.ts'

/** A state of the board. After a rebuild, the same position may have other content. */
type BoardState = { build: string; position: string; now: number }
type PageRequest = BoardState & { query: BoardQuery; offset: number }

/** Most cached pages and callers. */
const maxPages = 200
const maxCallers = 5_000
/** Totals of the last seven days change without an event, so even an unchanged board is read again after a minute. */
const maxAgeMs = 60_000

/** Few users open pages from this offset on. */
const maxCachedOffset = 1_000

/**
 * Whether many users open a page. Caching others would only create long-lived garbage, which is expensive to collect.
 */
export const isCacheable = ({ search }: BoardQuery, offset: number): boolean =>
  !search && offset < maxCachedOffset

/** Caches the encoded first pages, and the parts about their callers, for as long as the board does not change. */
export class PageCache {
  #state = ''
  #since = 0
  readonly #timeZone: string
  readonly #pages = new LRUCache<string, Promise<EncodedPage>>(entriesUpTo(maxPages))
  readonly #callers = new LRUCache<string, Promise<EncodedCaller>>(entriesUpTo(maxCallers))

  /** Totals of a day change at midnight in this time zone. */
  constructor(timeZone: string) {
    this.#timeZone = timeZone
  }

  /** Returns the page of a query at an offset, and encodes it on the first call. `now` in milliseconds. */
  findOrEncode(
    { query, offset, ...state }: PageRequest,
    encode: () => Promise<EncodedPage>,
  ): Promise<EncodedPage> {
    if (!isCacheable(query, offset)) return encode()
    this.#forgetOther(state)
    return findOrCompute(this.#pages, pageKey(query, offset), encode)
  }

  /** Returns the part about a caller, and encodes it on the first call. `now` in milliseconds. */
  findOrEncodeCaller(
    state: BoardState,
    id: string,
    encode: () => Promise<EncodedCaller>,
  ): Promise<EncodedCaller> {
    this.#forgetOther(state)
    return findOrCompute(this.#callers, id, encode)
  }

  /** Drops everything that is of another state of the board, or too old. */
  #forgetOther({ build, position, now }: BoardState): void {
    const state = `${build} ${position}`
    const isSameDate = calendarDay(now, this.#timeZone) === calendarDay(this.#since, this.#timeZone)
    if (state === this.#state && now - this.#since <= maxAgeMs && isSameDate) return
    this.#pages.clear()
    this.#callers.clear()
    this.#state = state
    this.#since = now
  }
}

/** Returns the value under a key, and computes it if there is none. A failure is not kept. */
function findOrCompute<Value extends object>(
  cache: LRUCache<string, Promise<Value>>,
  key: string,
  compute: () => Promise<Value>,
): Promise<Value> {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const computed = compute()
  cache.set(key, computed)
  computed.catch(() => cache.delete(key))
  return computed
}

/** Queries with the same key have the same page. */
export const pageKey = ({ sort, order, limit }: BoardQuery, offset: number): string =>
  `${sort} ${order} ${limit} ${offset}`
