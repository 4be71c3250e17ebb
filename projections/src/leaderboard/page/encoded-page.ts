import type { BoardQuery, BoardTotals } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { boardEntryJson, notCurrentUserSuffix, ownEntryJson, type Standing } from '../board-row.ts'

/** What everybody gets alike: a part of the board with the totals. Times are ISO. */
export type PageContent = {
  rows: readonly Standing[]
  nextCursor: string | null
  totals: BoardTotals
  position: string
  asOf: string
}

/** A page of the board as bytes, up to where the answer becomes personal. */
export type EncodedPage = {
  bytes: Buffer
  position: string
  asOf: string
  entryEndOffsets: ReadonlyMap<string, number>
}

/** What the answer says about who asks. */
export type CallerStanding = { own: Standing; next: { name: string; totalPoints: number } | null }

const opening = '{"success":true,"data":['

/** Encodes a page once for all who ask for it. */
export function encodePage({ rows, nextCursor, totals, position, asOf }: PageContent): EncodedPage {
  const entries = rows.map(boardEntryJson)
  const entryEnds = new Map<string, number>()
  let end = opening.length - 1
  rows.forEach(({ id }, at) => {
    end += 1 + Buffer.byteLength(entries[at] ?? '')
    entryEnds.set(id, end)
  })
  const around = JSON.stringify({ nextCursor, position, asOf, stats: totals })
  // The totals are the last field, so that the rank of who asks can be added to them.
  const closing = `],${around.slice(1, -2)},`
  return {
    bytes: Buffer.from(`${opening}${entries.join(',')}${closing}`),
    position,
    asOf,
    entryEndOffsets: entryEnds,
  }
}

/** What the answer says about who asks, as bytes; a visitor without a place when missing. */
export const encodeCallerStanding = (asker: CallerStanding | undefined): Buffer =>
  asker === undefined
    ? unrankedCaller
    : encodeCallerFields(asker.own.rank, ownEntryJson(asker.own), asker.next)

/** The same from an entry of a page that was sent before; `entry` is its JSON for its owner. */
export const encodeCallerFields = (rank: number, entry: string, next: CallerStanding['next']): Buffer =>
  Buffer.from(`"yourRank":${rank}},"you":${entry},"next":${JSON.stringify(next)}}`)

/**
 * The whole answer for one asker, whose own row in it is marked. In parts, of which the largest are the page's own
 * bytes: they are sent to everybody and copied for nobody.
 */
export function assembleChunks(
  { bytes, entryEndOffsets: entryEnds }: EncodedPage,
  id: string,
  personal: Buffer,
): Buffer[] {
  const end = entryEnds.get(id)
  if (end === undefined) return [bytes, personal]
  return [bytes.subarray(0, end - notCurrentUserSuffix.length), you, bytes.subarray(end), personal]
}

/** What the answer says about somebody who has no place on the board. */
export const unrankedCaller = Buffer.from('"yourRank":null},"you":null,"next":null}')
const you = Buffer.from('true}')

/** Which page, of which state of the board: a board that was built anew may say something else at the same position. */
type PagePlace = { build: string; position: string; now: number; query: BoardQuery; offset: number }

/** Pages kept at most, for one state of the board. */
const mostPages = 200
/** What is counted back from now moves on without an event, so even a quiet board is read again after a minute. */
const longestAge = 60_000

/** Offset from which pages are looked at by few. */
const seldom = 1_000

/** Whether many ask for a page. To keep another would only make garbage that lived long, which is dear to clear away. */
export const isCacheable = ({ search }: BoardQuery, offset: number): boolean => !search && offset < seldom

/** Keeps encoded pages for as long as the board stands still: the first ones, which many ask for. */
export class PageCache {
  #state = ''
  #since = 0
  readonly #pages = new Map<string, Promise<EncodedPage>>()

  /** The page of a query that begins at an offset, made on the first demand. `now` in milliseconds. */
  findOrEncode(
    { build, position, now, query, offset }: PagePlace,
    make: () => Promise<EncodedPage>,
  ): Promise<EncodedPage> {
    if (!isCacheable(query, offset)) return make()
    const key = pageKey(query, offset)
    const state = `${build} ${position}`
    const isStale = state !== this.#state || now - this.#since > longestAge || !isSameDate(now, this.#since)
    if (isStale || this.#pages.size >= mostPages) {
      this.#pages.clear()
      this.#state = state
      this.#since = now
    }
    const known = this.#pages.get(key)
    if (known !== undefined) return known
    const page = make()
    this.#pages.set(key, page)
    page.catch(() => this.#pages.delete(key))
    return page
  }
}

const isSameDate = (one: number, other: number): boolean =>
  Math.floor(one / 86_400_000) === Math.floor(other / 86_400_000)

/** Queries with the same key have the same page. */
export const pageKey = ({ sort, order, limit }: BoardQuery, offset: number): string =>
  `${sort} ${order} ${limit} ${offset}`
