// The queries of the leaderboard: its pages, the ranks of the last days, and the rank of a participant.

import { crc32 } from 'node:zlib'
import { hasImported, scoringChange, type History } from '@thirty/contracts/challenge/history.ts'
import type { BoardHistoryResponse, BoardQuery, ScoringInForce } from '@thirty/contracts/leaderboard/api.ts'
import type { BoardSort } from '@thirty/contracts/leaderboard/board-sorts.ts'
import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import { LRUCache } from 'lru-cache'
import { orLastKnown, positionOf, shownBuild } from '../read-model-state.ts'
import { encodeCursor, decodeCursor, decodeCursorStart } from '../document-reads.ts'
import { dateBefore } from './over-time/daily-ranks.ts'
import { formatRowCursor, listRows, offsetAfter, parseRowCursor, searchByName } from './page/paging.ts'
import {
  assembleChunks,
  encodeCallerFields,
  excludedCaller,
  encodePage,
  reassembleChunks,
  unrankedCaller,
  type EncodedCaller,
  type EncodedPage,
  type PageContent,
} from './page/encoded-page.ts'
import { boardCache, boardState } from './page/page-cache.ts'
import { ownEntryJson, rankIn, type BoardIndex, type Standings } from './standings.ts'
import type { Participant } from './participant.ts'
import { boardTotals } from './totals.ts'

/** A response body as chunks of JSON, and its ETag. */
export type EncodedBoard = { chunks: readonly Buffer[]; etag: string }

const indexOf = (sort: BoardSort): BoardIndex => (sort === 'totalPoints' ? 'points' : sort)

/** Rank on the board (null for a user who is not ranked), and the number of ranked participants. */
type ParticipantRank = { rank: number | null; totalParticipants: number }

/** Most cached pages and callers; a caller takes about two kilobytes. */
const maxPages = 100
const maxCallers = 5_000
/** Few users open pages from this offset on. Caching them would only create long-lived garbage, which is expensive to collect. */
const maxCachedOffset = 1_000

/** Returns the key of a page in the cache; `undefined` for one that is not cached. */
const pageKey = ({ sort, order, limit, search }: BoardQuery, offset: number): string | undefined =>
  search || offset >= maxCachedOffset ? undefined : `${sort} ${order} ${limit} ${offset}`

export type BoardQueries = ReturnType<typeof boardQueries>

export function boardQueries(board: Standings, history: History) {
  const { store, readModel, clock, timeZone } = board
  const pages = boardCache<EncodedPage>(maxPages)
  const callers = boardCache<EncodedCaller>(maxCallers)
  const ranks = new LRUCache<string, ParticipantRank>(entriesUpTo(maxCallers))
  let participants = 0
  const scoring = scoringInForce(history)
  const ofRun = { scoring, ...(hasImported(history) && { imported: true as const }) }

  const readBoard = async (query: BoardQuery, id: string): Promise<EncodedBoard> => {
    // Read first: the read model may advance while the page is encoded, and a position that is too low is safe.
    const live = await shownBuild(store, readModel)
    const { build } = live.build
    const { position, epoch } = positionOf(live)
    const asOf = new Date(Math.min(clock(), live.outdatedSince ?? Infinity)).toISOString()
    const offset = await firstOffset(board, query, id)
    const state = boardState({ build, epoch, position, now: clock() }, timeZone)
    const encode = () => buildPage(board, query, { offset, position, epoch, asOf, ...ofRun })
    const key = pageKey(query, offset)
    const page = await (key === undefined ? encode() : pages.findOrCompute(key, state, encode))
    const caller = await callers.findOrCompute(id, state, () => encodeCaller(board, id))
    return encodedBoard(page, id, assembleChunks(page, id, caller.part))
  }

  /** The last response to a query that was answered before. The page with the caller's own row is found as far as it is known. */
  const lastBoard = (query: BoardQuery, id: string): EncodedBoard | undefined => {
    const { sort, order, limit, around } = query
    const caller = callers.last(id)
    const isAround = around && sort === 'totalPoints' && order === 'desc'
    const row = ((isAround ? caller?.rank : undefined) ?? 1) - 1
    const start = query.offset ?? decodeCursorStart(listName(query), query.cursor) ?? row - (row % limit)
    const key = pageKey(query, start)
    const page = key === undefined ? undefined : pages.last(key)
    return page && encodedBoard(page, id, reassembleChunks(page, id, caller))
  }

  return {
    /**
     * Returns the leaderboard as an encoded `BoardResponse`; `caller` is a user id. While the read model is unavailable,
     * returns the last response with its old `position` and `asOf`, or throws the error of the store for a page that was
     * not requested before.
     */
    board: (query: BoardQuery, caller: string): Promise<EncodedBoard> =>
      orLastKnown(readBoard(query, caller), () => lastBoard(query, caller)),
    history: (caller: string): Promise<BoardHistoryResponse> => readHistory(board, caller),
    /** Missing if it was never changed. */
    scoring,
    /** Returns the rank of a participant; while the read model is unavailable, the last known one. */
    rankOf: async (id: string): Promise<ParticipantRank> => {
      const current = Promise.all([rankIn(store, readModel, id), store.count(readModel, 'points')])
      const known = current.then(([rank, totalParticipants]) => ({ rank, totalParticipants }))
      const last = () => ranks.get(id) ?? { rank: null, totalParticipants: participants }
      const found = await orLastKnown(known, last)
      ranks.set(id, found)
      participants = found.totalParticipants
      return found
    },
  }
}

/** Returns what everybody may know of the scoring of a leaderboard; `undefined` if it was never changed. */
function scoringInForce(history: History): ScoringInForce | undefined {
  const change = scoringChange(history)
  if (change === undefined) return undefined
  const { weights, scales } = change.scoring
  return { weights, normalised: scales !== undefined, changedAt: new Date(change.time).toISOString() }
}

function encodedBoard(
  { checksum, position, epoch, asOf }: EncodedPage,
  caller: string,
  chunks: readonly Buffer[],
): EncodedBoard {
  // The same moment of the past has other names after a change of accounts. The last chunk is the part about the caller.
  const content = crc32(chunks.at(-1) ?? '', checksum).toString(36)
  return { chunks, etag: `"${position}-${Date.parse(asOf).toString(36)}-${epoch}-${content}-${caller}"` }
}

async function buildPage(
  board: Standings,
  query: BoardQuery,
  { offset, ...state }: { offset: number } & Omit<PageContent, 'rows' | 'nextCursor' | 'totals'>,
): Promise<EncodedPage> {
  const { sort, order, limit, search = '' } = query
  const words = normalizeForSearch(search)
  const range = { offset, limit, reverse: order === 'asc' }
  const [{ rows, last }, totals] = await Promise.all([
    words === '' ? listRows(board, indexOf(sort), range) : searchByName(board, indexOf(sort), words, range),
    boardTotals(board),
  ])
  // The list continues after its last row, even if ranks change in between.
  const nextCursor = last ? encodeCursor(listName(query), offset + limit, formatRowCursor(last)) : null
  return encodePage({ rows, nextCursor, totals, ...state })
}

/** The name of a list: a cursor is valid for its own list only. */
const listName = ({ sort, order, search = '' }: BoardQuery): string => `board ${sort} ${order} ${search}`

/** Returns the offset of the first row of a page: the one of the query, after the cursor, or of the page around the caller. */
async function firstOffset(board: Standings, query: BoardQuery, caller: string): Promise<number> {
  const { sort, order, cursor } = query
  if (query.offset !== undefined) return query.offset
  if (cursor !== undefined) {
    const { after } = decodeCursor(listName(query), cursor)
    return offsetAfter(board, indexOf(sort), parseRowCursor(after ?? ''), order === 'asc')
  }
  if (query.around === undefined || query.search) return 0
  const { store, readModel } = board
  const index = indexOf(query.sort)
  const [rank, count] = await Promise.all([
    store.rank(readModel, index, caller),
    store.count(readModel, index),
  ])
  if (rank === undefined) return 0
  const row = query.order === 'asc' ? count - 1 - rank : rank
  return row - (row % query.limit)
}

async function encodeCaller(board: Standings, id: string): Promise<EncodedCaller> {
  const standing = await board.withNeighbours(id)
  if (standing === undefined) {
    const [participant] = await board.store.load<Participant>(board.readModel, [id])
    const isExcluded = participant?.status === 'active' && participant.isExcluded === true
    return { rank: undefined, part: isExcluded ? excludedCaller : unrankedCaller }
  }
  const { own, above } = standing
  const next = above ? { ...nameAs('name', above), totalPoints: above.score.totalPoints } : null
  return { rank: own.rank, part: encodeCallerFields(own.rank, ownEntryJson(own), next) }
}

/** Number of dates in the history; today is the last one. */
const historyDates = 10

async function readHistory(board: Standings, caller: string): Promise<BoardHistoryResponse> {
  const now = board.clock()
  const past = Array.from({ length: historyDates - 1 }, (_, index) =>
    dateBefore(now, historyDates - 1 - index, board.timeZone),
  )
  const [rows, own, ...ranks] = await Promise.all([
    board.list('points', { offset: 0, limit: 10 }),
    board.withNeighbours(caller),
    board.dailyRanks.atEndOf(past.slice(0, -1)),
    // Alone, as pages read it: after midnight only yesterday is computed again, until all its events have arrived.
    board.dailyRanks.atEndOf(past.slice(-1)),
  ])
  const shown = own === undefined || rows.some(({ id }) => id === caller) ? rows : [...rows, own.own]
  return {
    dates: [...past, dateBefore(now, 0, board.timeZone)],
    lines: shown.map(({ id, participant, rank }) => ({
      id,
      ...nameAs('name', participant),
      isCurrentUser: id === caller,
      ranks: [...ranks.flat().map((rankOn) => rankOn(participant)), rank],
    })),
  }
}
