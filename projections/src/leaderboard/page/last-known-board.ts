import type { BoardResponse, BoardEntry, BoardQuery } from '@thirty/contracts/api/challenge/leaderboard.ts'
import {
  isCacheable,
  assembleChunks,
  unrankedCaller,
  pageKey,
  encodeCallerFields,
  type EncodedPage,
} from './encoded-page.ts'

/** Pages and askers remembered at most; an asker takes about two kilobytes. */
const mostPages = 50
const mostAskers = 5_000

type Known = { rank: number | undefined; part: Buffer }

/** Rank on the board (null for who is not ranked), and how many are ranked. */
export type ParticipantRank = { rank: number | null; totalParticipants: number }

/**
 * What was answered last about the board, for when it cannot be read. A page carries as of when it is, and nothing in an
 * answer is newer than the board was: it may be old, but it was so.
 */
export class LastKnownBoard {
  readonly #pages = new Map<string, EncodedPage>()
  readonly #askers = new Map<string, Known>()
  readonly #ranks = new Map<string, ParticipantRank>()
  #participants = 0

  /** Remembers a page that somebody was answered, if many ask for it. */
  rememberPage(query: BoardQuery, offset: number, page: EncodedPage): void {
    if (isCacheable(query, offset)) remember(this.#pages, pageKey(query, offset), page, mostPages)
  }

  /** Remembers what somebody was told about themselves, with their rank, if they have one. */
  rememberCaller(id: string, asker: Known): void {
    remember(this.#askers, id, asker, mostAskers)
  }

  /** Remembers what somebody was told about their rank. */
  rememberRank(id: string, rank: ParticipantRank): void {
    remember(this.#ranks, id, rank, mostAskers)
    this.#participants = rank.totalParticipants
  }

  /** The rank of somebody as they were told last; null for who did not ask before. */
  rank = (id: string): ParticipantRank =>
    this.#ranks.get(id) ?? { rank: null, totalParticipants: this.#participants }

  /** The page that answers a query, as it was last; `undefined` for one that nobody asked for before. */
  page(query: BoardQuery, id: string, cursor: number | undefined): EncodedPage | undefined {
    if (query.search) return undefined
    return this.#pages.get(pageKey(query, cursor ?? this.#around(query, id)))
  }

  /** A page for one asker. Who stands in it is told what it says; anybody else what they were told last. */
  chunks(page: EncodedPage, id: string): Buffer[] {
    const entries = entriesOf(page)
    const own = entries.find((entry) => entry.id === id)
    if (own === undefined) return assembleChunks(page, id, this.#askers.get(id)?.part ?? unrankedCaller)
    const above = entries.find(({ rank }) => rank === own.rank - 1)
    const next = above ? { name: above.name, totalPoints: above.totalPoints } : null
    return assembleChunks(
      page,
      id,
      encodeCallerFields(own.rank, JSON.stringify({ ...own, isCurrentUser: true }), next),
    )
  }

  /** Where the page with the asker's own row begins, as far as is known. */
  #around({ around, sort, order, limit }: BoardQuery, id: string): number {
    const rank = around && sort === 'totalPoints' && order === 'desc' ? this.#askers.get(id)?.rank : undefined
    const row = (rank ?? 1) - 1
    return row - (row % limit)
  }
}

/** Keeps the newest so many. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  const oldest = map.size >= most ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}

const entries = new WeakMap<EncodedPage, readonly BoardEntry[]>()

/** The entries of a page, read back from its bytes; only while the board cannot be read, so nobody keeps them till then. */
function entriesOf(page: EncodedPage): readonly BoardEntry[] {
  const known = entries.get(page)
  if (known) return known
  // The bytes are ours: they were made by `readyPage` to be answered as `boardAnswer`.
  const { data } = JSON.parse(Buffer.concat([page.bytes, unrankedCaller]).toString()) as BoardResponse
  entries.set(page, data)
  return data
}
