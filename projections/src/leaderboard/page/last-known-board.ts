import { LRUCache } from 'lru-cache'
import type { BoardResponse, BoardEntry, BoardQuery } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import {
  assembleChunks,
  unrankedCaller,
  encodeCallerFields,
  type EncodedCaller,
  type EncodedPage,
} from './encoded-page.ts'
import { isCacheable, pageKey } from './page-cache.ts'

/** Most cached pages and callers; a caller takes about two kilobytes. */
const maxPages = 50
const maxCallers = 5_000

/** Rank on the board (null for a user who is not ranked), and the number of ranked participants. */
export type ParticipantRank = { rank: number | null; totalParticipants: number }

/**
 * The last responses about the board, for when it cannot be read. Every page contains the time of its data, so that an old
 * response can be recognised.
 */
export class LastKnownBoard {
  readonly #pages = new LRUCache<string, EncodedPage>(entriesUpTo(maxPages))
  readonly #callers = new LRUCache<string, EncodedCaller>(entriesUpTo(maxCallers))
  readonly #ranks = new LRUCache<string, ParticipantRank>(entriesUpTo(maxCallers))
  #participants = 0

  /** Remembers a page that was sent, if it is one that many users open. */
  rememberPage(query: BoardQuery, offset: number, page: EncodedPage): void {
    if (isCacheable(query, offset)) this.#pages.set(pageKey(query, offset), page)
  }

  /** Remembers the part of a response about its caller, and the rank of the caller, if ranked. */
  rememberCaller(id: string, caller: EncodedCaller): void {
    this.#callers.set(id, caller)
  }

  /** Remembers the rank that was sent to a user. */
  rememberRank(id: string, rank: ParticipantRank): void {
    this.#ranks.set(id, rank)
    this.#participants = rank.totalParticipants
  }

  /** The rank that was last sent to a user; null for a user who has not requested it before. */
  rank = (id: string): ParticipantRank =>
    this.#ranks.get(id) ?? { rank: null, totalParticipants: this.#participants }

  /** The last page that was sent for a query; `undefined` for one that was not requested before. */
  page(query: BoardQuery, id: string, cursor: number | undefined): EncodedPage | undefined {
    if (query.search) return undefined
    return this.#pages.get(pageKey(query, cursor ?? this.#around(query, id)))
  }

  /** A page for one caller, whose own standing comes from the page if it is on it, otherwise from the last response. */
  chunks(page: EncodedPage, id: string): Buffer[] {
    const entries = entriesOf(page)
    const own = entries.find((entry) => entry.id === id)
    if (own === undefined) return assembleChunks(page, id, this.#callers.get(id)?.part ?? unrankedCaller)
    const above = entries.find(({ rank }) => rank === own.rank - 1)
    const next = above ? { name: above.name, totalPoints: above.totalPoints } : null
    return assembleChunks(
      page,
      id,
      encodeCallerFields(own.rank, JSON.stringify({ ...own, isCurrentUser: true }), next),
    )
  }

  /** Offset of the page with the caller's own row, as far as it is known. */
  #around({ around, sort, order, limit }: BoardQuery, id: string): number {
    const rank =
      around && sort === 'totalPoints' && order === 'desc' ? this.#callers.get(id)?.rank : undefined
    const row = (rank ?? 1) - 1
    return row - (row % limit)
  }
}

const entries = new WeakMap<EncodedPage, readonly BoardEntry[]>()

/** The entries of a page, parsed from its bytes: they are needed only while the board cannot be read. */
function entriesOf(page: EncodedPage): readonly BoardEntry[] {
  const known = entries.get(page)
  if (known) return known
  // Safe: `encodePage` made these bytes as a `BoardResponse`.
  const { data } = JSON.parse(Buffer.concat([page.bytes, unrankedCaller]).toString()) as BoardResponse
  entries.set(page, data)
  return data
}
