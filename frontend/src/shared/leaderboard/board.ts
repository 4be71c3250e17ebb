// The leaderboard on screen (`Board`): made from responses, changed by live updates, searched and sorted, and what screens read of it, such
// as the gap to the next rank and the labels of its sort orders. `live-board.ts` loads and follows it.

import type { BoardResponse, BoardEntry, BoardRow, BoardTotals } from '@thirty/contracts/leaderboard/api.ts'
import type { BoardSort } from '@thirty/contracts/leaderboard/board-sorts.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import type { LeaderboardChanged, RankChanged } from '@thirty/contracts/live/live.ts'
import type { Named } from '@thirty/contracts/accounts/stand-ins.ts'
import { matchesAnyName, normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { isAfter } from '../live/position.ts'
import { formatName, t } from '../i18n/t.ts'

/** Sort order and search of the list, and whether it starts at the top or at the user's own row. */
export type BoardFilter = { sort: BoardSort; order: 'asc' | 'desc'; search: string; around: 'top' | 'me' }

export const defaultFilter: BoardFilter = { sort: 'totalPoints', order: 'desc', search: '', around: 'top' }

/** The loaded board. `topThree` are the top three by rank, in any order of the list. */
export type Board = Omit<BoardResponse, 'success' | 'data' | 'stats'> & {
  rows: readonly BoardEntry[]
  topThree: readonly BoardRow[]
  totals: BoardTotals
  /** Pages that may have changed since they were loaded; see `stale-pages.ts`. */
  stalePages?: ReadonlySet<number>
}

/** Live messages contain only the top hundred rows. */
export const maxLiveRows = 100

export const isDefaultFilter = (filter: BoardFilter): boolean =>
  filter.sort === 'totalPoints' && filter.order === 'desc' && filter.search === '' && filter.around === 'top'

const sortKeys = {
  totalPoints: (row: BoardRow) => row.totalPoints,
  projects: (row: BoardRow) => row.projectsSubmitted,
  quality: (row: BoardRow) => row.projectQuality,
  streak: (row: BoardRow) => row.streak,
} satisfies Record<BoardFilter['sort'], (row: BoardRow) => number>

export const boardFromResponse = (
  { success: _, data: rows, stats: { yourRank: _rank, ...totals }, ...response }: BoardResponse,
  topThree: readonly BoardRow[],
): Board => ({ ...response, rows, topThree, totals })

/** Appends the next page. A row that moved between the two requests is kept only in the later page. */
export function appendPage(board: Board, response: BoardResponse): Board {
  const newIds = new Set(response.data.map((row) => row.id))
  const rows = [...board.rows.filter((row) => !newIds.has(row.id)), ...response.data]
  return { ...board, rows, nextCursor: response.nextCursor }
}

/**
 * Applies a live update. `stale` means that the list must be loaded again: a row from beyond the loaded pages or a missed
 * message is needed to complete it.
 */
export function applyBoardUpdate(
  board: Board,
  update: LeaderboardChanged,
  filter: BoardFilter,
  ownId: string | undefined,
): { board: Board; stale: boolean } {
  const updatedRows = new Map(
    update.rows.map((row) => [row.id, { ...row, _id: row.id, isCurrentUser: row.id === ownId }]),
  )
  const removedIds = new Set(update.left)
  const changes = { updatedRows, removedIds }
  const { rows, stale } = isDefaultFilter(filter)
    ? mergeByRank(board, changes)
    : mergeFiltered(board, changes, filter)
  const before = board.topThree.filter((row) => !removedIds.has(row.id))
  const known = new Map([...before, ...rows, ...updatedRows.values()].map((row) => [row.id, row]))
  return {
    stale,
    board: {
      ...board,
      rows,
      topThree: selectTopThree([...known.values()]),
      totals: update.totals,
      you: updatedRows.get(ownId ?? '') ?? board.you,
      position: update.position,
      asOf: update.at,
    },
  }
}

type Changes = { updatedRows: ReadonlyMap<string, BoardEntry>; removedIds: ReadonlySet<string> }

function mergeByRank(board: Board, { updatedRows, removedIds }: Changes) {
  const rowsById = new Map(board.rows.map((row) => [row.id, row]))
  for (const id of removedIds) rowsById.delete(id)
  for (const [id, row] of updatedRows) rowsById.set(id, row)
  const isFullyLoaded = board.nextCursor === null
  const maxRank = isFullyLoaded ? Infinity : board.rows.length
  const ranked = [...rowsById.values()].filter((row) => row.rank <= maxRank).sort((a, b) => a.rank - b.rank)
  // After a missed message two rows may have the same rank: a list of one page must not become one of several.
  const rows = ranked.slice(0, maxRank)
  const isGapless = ranked.every((row, index) => row.rank === index + 1)
  const hasMissingRows = !isFullyLoaded && rows.length < Math.min(maxRank, maxLiveRows)
  // A row that left the top hundred is in a longer list still, where every rank up to that of the row which took its place has changed.
  const hasMovedOut = board.rows.length > maxLiveRows && board.rows.some((row) => removedIds.has(row.id))
  return { rows, stale: !isGapless || hasMissingRows || hasMovedOut }
}

function mergeFiltered(board: Board, { updatedRows, removedIds }: Changes, filter: BoardFilter) {
  const listed = new Map(board.rows.map((row) => [row.id, row]))
  const matches = matchesSearch(filter)
  // A listed row no longer matches the search, or another row now does. The server may have found a row by its name in another language.
  const hasMatchChanged = [...updatedRows.values()].some((row) => {
    const before = listed.get(row.id)
    return before === undefined ? matches(row) : matches(before) && !matches(row)
  })
  const hasRemovedRow = board.rows.some((row) => removedIds.has(row.id))
  const updated = board.rows.map((row) => updatedRows.get(row.id) ?? row)
  const rows = sortRows(updated, filter)
  return { rows, stale: hasMatchChanged || hasRemovedRow || filter.around === 'me' }
}

/** Returns a function that says whether a row matches the search of a filter. */
function matchesSearch({ search }: BoardFilter): (row: BoardRow) => boolean {
  const text = normalizeForSearch(search.trim())
  return (row) => matchesAnyName([row.name, row.username], text)
}

/** Returns the rows that match a search, in the order of a filter. */
export const filterRows = (rows: readonly BoardEntry[], filter: BoardFilter): readonly BoardEntry[] =>
  sortRows(rows.filter(matchesSearch(filter)), filter)

const sortRows = (rows: readonly BoardEntry[], { sort, order }: BoardFilter): readonly BoardEntry[] => {
  const direction = order === 'asc' ? 1 : -1
  const sortKey = sortKeys[sort]
  return rows.toSorted((a, b) => direction * (sortKey(a) - sortKey(b)) || -direction * (a.rank - b.rank))
}

/** Returns the rows of ranks 1 to 3 that have a submission. */
export const selectTopThree = (rows: readonly BoardRow[]): BoardRow[] =>
  rows
    .filter((row) => row.rank <= 3 && row.projectsSubmitted > 0)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 3)

/** Applies the user's new rank and the gap to the participant above, unless the board is newer. */
export function applyRankUpdate(board: Board, update: RankChanged): Board {
  if (board.you === null || isAfter(board, update)) return board
  const you = { ...board.you, rank: update.rank, totalPoints: update.totalPoints }
  if (!update.behind) return { ...board, you, next: null }
  const { points, ...above } = update.behind
  return { ...board, you, next: { ...above, totalPoints: roundToOneDecimal(update.totalPoints + points) } }
}

/** Returns the user's rank; undefined while nobody has points, because then nobody is in the lead. */
export const shownRank = ({ you }: Board): number | undefined =>
  you === null || (you.rank === 1 && you.totalPoints === 0) ? undefined : you.rank

/** Returns the participant above the user and the gap in points; undefined for the leader and for unranked users. */
export function gapToNextRank({ you, next, rows }: Board): (Named & { points: number }) | undefined {
  if (you === null || you.rank === 1) return undefined
  const above = rows.find((row) => row.rank === you.rank - 1) ?? next
  if (above === null) return undefined
  const points = Math.max(0, roundToOneDecimal(above.totalPoints - you.totalPoints))
  return { name: above.name, nameCodes: above.nameCodes, points }
}

/** Formats the gap to the next rank: "24 points behind Ana", or "level with Ana" for a tie. */
export function formatPointsBehind(points: number, person: string): string {
  const name = formatName(person)
  if (points <= 0) return t('format.levelWith', { name })
  const gap = t('format.points', { points: Math.round(points * 10) / 10 })
  return t('format.pointsBehind', { gap, name })
}

/** Returns the quality of a participant's projects, 0 to 100; undefined before the first rating. */
export const shownQuality = ({ days, projectQuality }: BoardRow): number | undefined =>
  projectQuality > 0 || days.some(({ score }) => score !== null) ? projectQuality : undefined

/** Counts the rows that differ between two states of the list. */
export function countChanges(shown: readonly BoardEntry[], latest: readonly BoardEntry[]): number {
  const shownById = new Map(shown.map((row) => [row.id, row]))
  const differs = (row: BoardEntry) => {
    const previous = shownById.get(row.id)
    return (
      previous !== row &&
      (previous?.rank !== row.rank ||
        previous.totalPoints !== row.totalPoints ||
        previous.days.length !== row.days.length)
    )
  }
  return latest.filter(differs).length + Math.max(0, shown.length - latest.length)
}

/** The labels of columns and of sort buttons with little room. */
export const shortSortLabels: Record<BoardSort, string> = {
  totalPoints: t('common.points'),
  projects: t('common.projects'),
  quality: t('common.quality'),
  streak: t('common.streak'),
}

/** The labels of the sort buttons. */
export const sortLabels: Record<BoardSort, string> = {
  ...shortSortLabels,
  totalPoints: t('common.totalPoints'),
}
