// Caches the encoded first pages of the leaderboard, and the parts about their callers, for as long as the board does not change. The last
// ones stay for when the board cannot be read: every page contains the time of its data, so that an old response can be recognised.

import { LRUCache } from 'lru-cache'
import type { BoardEntry, BoardQuery, BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { calendarDay } from '@thirty/contracts/challenge/calendar.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import {
  assembleChunks,
  encodeCallerFields,
  unrankedCaller,
  type EncodedCaller,
  type EncodedPage,
} from './encoded-page.ts'

/** A state of the board. After a rebuild, or in another epoch, the same position may have other content. */
type BoardState = { build: string; epoch: string; position: string; now: number }
type PageRequest = BoardState & { query: BoardQuery; offset: number }

/** The value for a state of the board, and the last value that could be computed. */
type Entry<Value> = { state: BoardState; value: Promise<Value>; last: Value | undefined }

/** Rank on the board (null for a user who is not ranked), and the number of ranked participants. */
export type ParticipantRank = { rank: number | null; totalParticipants: number }

/** Most cached pages and callers; a caller takes about two kilobytes. */
const maxPages = 100
const maxCallers = 5_000
/** Totals of the last seven days change without an event, so even an unchanged board is read again after a minute. */
const maxAgeMs = 60_000

/** Few users open pages from this offset on. Caching them would only create long-lived garbage, which is expensive to collect. */
const maxCachedOffset = 1_000
const isCacheable = ({ search }: BoardQuery, offset: number): boolean => !search && offset < maxCachedOffset

const pageKey = ({ sort, order, limit }: BoardQuery, offset: number): string =>
  `${sort} ${order} ${limit} ${offset}`

export class PageCache {
  readonly #timeZone: string
  readonly #pages = new LRUCache<string, Entry<EncodedPage>>(entriesUpTo(maxPages))
  readonly #callers = new LRUCache<string, Entry<EncodedCaller>>(entriesUpTo(maxCallers))
  readonly #ranks = new LRUCache<string, ParticipantRank>(entriesUpTo(maxCallers))
  #participants = 0

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
    return this.#findOrCompute(this.#pages, pageKey(query, offset), state, encode)
  }

  /** Returns the part about a caller, and encodes it on the first call. `now` in milliseconds. */
  findOrEncodeCaller(
    state: BoardState,
    id: string,
    encode: () => Promise<EncodedCaller>,
  ): Promise<EncodedCaller> {
    return this.#findOrCompute(this.#callers, id, state, encode)
  }

  rememberRank(id: string, rank: ParticipantRank): void {
    this.#ranks.set(id, rank)
    this.#participants = rank.totalParticipants
  }

  /** The rank that was last sent to a user; null for a user who has not requested it before. */
  lastRank = (id: string): ParticipantRank =>
    this.#ranks.get(id) ?? { rank: null, totalParticipants: this.#participants }

  /** The last page that was encoded for a query; `undefined` for a query that was not requested before. */
  lastPage(query: BoardQuery, id: string, offset: number | undefined): EncodedPage | undefined {
    if (query.search) return undefined
    return this.#pages.get(pageKey(query, offset ?? this.#around(query, id)))?.last
  }

  /** A last page for one caller, whose own standing comes from the page if it is on it, otherwise from the last response. */
  lastChunks(page: EncodedPage, id: string): Buffer[] {
    const entries = entriesOf(page)
    const own = entries.find((entry) => entry.id === id)
    if (own === undefined)
      return assembleChunks(page, id, this.#callers.get(id)?.last?.part ?? unrankedCaller)
    const above = entries.find(({ rank }) => rank === own.rank - 1)
    const next = above ? { ...nameAs('name', above), totalPoints: above.totalPoints } : null
    const entry = JSON.stringify({ ...own, isCurrentUser: true })
    return assembleChunks(page, id, encodeCallerFields(own.rank, entry, next))
  }

  /** Offset of the page with the caller's own row, as far as it is known. */
  #around({ around, sort, order, limit }: BoardQuery, id: string): number {
    const isByRank = around && sort === 'totalPoints' && order === 'desc'
    const row = ((isByRank ? this.#callers.get(id)?.last?.rank : undefined) ?? 1) - 1
    return row - (row % limit)
  }

  /** Returns the value under a key, and computes it if there is none of this state. A failure is not kept. */
  #findOrCompute<Value>(
    cache: LRUCache<string, Entry<Value>>,
    key: string,
    state: BoardState,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const known = cache.get(key)
    if (known !== undefined && this.#isSame(known.state, state)) return known.value
    const entry: Entry<Value> = { state, value: compute(), last: known?.last }
    cache.set(key, entry)
    entry.value.then(
      (value) => (entry.last = value),
      () => {
        if (cache.peek(key) !== entry) return
        if (known?.last === undefined) cache.delete(key)
        else cache.set(key, known)
      },
    )
    return entry.value
  }

  #isSame(before: BoardState, { build, epoch, position, now }: BoardState): boolean {
    const isSameDate = calendarDay(now, this.#timeZone) === calendarDay(before.now, this.#timeZone)
    const isSameContent =
      build === before.build && epoch === before.epoch && position === before.position && isSameDate
    return isSameContent && now - before.now <= maxAgeMs
  }
}

/** The entries of a page, parsed from its bytes: they are needed only while the board cannot be read. */
const entriesOf = ({ bytes }: EncodedPage): readonly BoardEntry[] =>
  // Safe: `encodePage` made these bytes as a `BoardResponse`.
  (JSON.parse(Buffer.concat([bytes, unrankedCaller]).toString()) as BoardResponse).data
