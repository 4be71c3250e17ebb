import type {
  BoardResponse,
  BoardEntry,
  BoardRow,
  BoardTotals,
} from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { LeaderboardChanged, RankChanged } from '@thirty/contracts/live.ts'
import { matchesAnyName, normalizeForSearch } from '@thirty/contracts/rules/text/search-text.ts'
import type { BoardFilter } from './api.ts'

/** The loaded board. `topThree` are the first three by rank, however the list is sorted. */
export type Board = {
  rows: readonly BoardEntry[]
  topThree: readonly BoardRow[]
  totals: BoardTotals
  you: BoardEntry | null
  /** The participant one rank above the user. */
  next: { name: string; totalPoints: number } | null
  nextCursor: string | null
  position: string
  /** The server's time of the last update, ISO. */
  asOf: string
}

/** Live messages contain only rows of the first hundred. */
const liveReach = 100

export const isDefaultFilter = (view: BoardFilter): boolean =>
  view.sort === 'totalPoints' && view.order === 'desc' && view.search === '' && view.around === 'top'

const keyOf = {
  totalPoints: (row: BoardRow) => row.totalPoints,
  projects: (row: BoardRow) => row.projectsSubmitted,
  quality: (row: BoardRow) => row.projectQuality,
  streak: (row: BoardRow) => row.streak,
} satisfies Record<BoardFilter['sort'], (row: BoardRow) => number>

export const boardFromResponse = (answer: BoardResponse, top: readonly BoardRow[]): Board => {
  const { yourRank: _, ...totals } = answer.stats
  return {
    rows: answer.data,
    topThree: top,
    totals,
    you: answer.you,
    next: answer.next,
    nextCursor: answer.nextCursor,
    position: answer.position,
    asOf: answer.asOf,
  }
}

/** Appends the next page. A row that moved between the two requests is kept only in the later page. */
export function appendPage(board: Board, answer: BoardResponse): Board {
  const newer = new Set(answer.data.map((row) => row.id))
  const rows = [...board.rows.filter((row) => !newer.has(row.id)), ...answer.data]
  return { ...board, rows, nextCursor: answer.nextCursor }
}

/**
 * Applies a live update. `stale` means that the list must be loaded again, because it cannot be computed here (a row from
 * beyond the loaded pages, or a missed message).
 */
export function applyBoardUpdate(
  board: Board,
  frame: LeaderboardChanged,
  view: BoardFilter,
  me: string | undefined,
): { board: Board; stale: boolean } {
  const fresh = new Map(frame.rows.map((row) => [row.id, entryOf(row, me)]))
  const left = new Set(frame.left)
  const own = me === undefined ? undefined : fresh.get(me)
  const { rows, stale } = isDefaultFilter(view)
    ? naturalRows(board, fresh, left)
    : patchedRows(board, fresh, left, view)
  return {
    stale,
    board: {
      ...board,
      rows,
      topThree: topOf(
        [...board.topThree.filter((row) => !left.has(row.id)), ...rows, ...fresh.values()],
        fresh,
      ),
      totals: frame.totals,
      you: own ?? board.you,
      position: frame.position,
      asOf: frame.at,
    },
  }
}

const entryOf = (row: BoardRow, me: string | undefined): BoardEntry => ({
  ...row,
  _id: row.id,
  isCurrentUser: row.id === me,
})

type Rows = { rows: readonly BoardEntry[]; stale: boolean }

function naturalRows(board: Board, fresh: ReadonlyMap<string, BoardEntry>, left: ReadonlySet<string>): Rows {
  const known = new Map(board.rows.map((row) => [row.id, row]))
  for (const id of left) known.delete(id)
  for (const [id, row] of fresh) known.set(id, row)
  const whole = board.nextCursor === null
  const reach = whole ? Infinity : board.rows.length
  const rows = [...known.values()].filter((row) => row.rank <= reach).sort((a, b) => a.rank - b.rank)
  const inOrder = rows.every((row, index) => row.rank === index + 1)
  const lost = !whole && rows.length < Math.min(reach, liveReach)
  return { rows, stale: !inOrder || lost }
}

function patchedRows(
  board: Board,
  fresh: ReadonlyMap<string, BoardEntry>,
  left: ReadonlySet<string>,
  view: BoardFilter,
): Rows {
  const here = new Set(board.rows.map((row) => row.id))
  const search = normalizeForSearch(view.search.trim())
  const isFound = (row: BoardRow) => matchesAnyName([row.name, row.username], search)
  // A listed row no longer matches the search, or another row now does.
  const isOther = [...fresh.values()].some((row) => here.has(row.id) !== isFound(row))
  const goes = board.rows.some((row) => left.has(row.id))
  const turn = view.order === 'asc' ? 1 : -1
  const key = keyOf[view.sort]
  const rows = board.rows
    .map((row) => fresh.get(row.id) ?? row)
    .sort((a, b) => turn * (key(a) - key(b)) || -turn * (a.rank - b.rank))
  return { rows, stale: isOther || goes || view.around === 'me' }
}

function topOf(rows: readonly BoardRow[], fresh: ReadonlyMap<string, BoardRow>): BoardRow[] {
  const known = new Map(rows.map((row) => [row.id, fresh.get(row.id) ?? row]))
  return selectTopThree([...known.values()])
}

/** Returns the rows of ranks 1 to 3 that have a submission. */
export const selectTopThree = (rows: readonly BoardRow[]): BoardRow[] =>
  rows
    .filter((row) => row.rank <= 3 && row.projectsSubmitted > 0)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 3)

/** Applies the user's new rank. `behind.points` is the gap to the participant above. */
export function applyRankUpdate(board: Board, frame: RankChanged): Board {
  if (board.you === null) return board
  const you = { ...board.you, rank: frame.rank, totalPoints: frame.totalPoints }
  const { behind } = frame
  const next = behind ? { name: behind.name, totalPoints: frame.totalPoints + behind.points } : null
  return { ...board, you, next }
}

/** Returns the participant above the user and the gap in points; undefined for the leader and for unranked users. */
export function gapToNextRank({ you, next, rows }: Board): { name: string; points: number } | undefined {
  if (you === null || you.rank === 1) return undefined
  const above = rows.find((row) => row.rank === you.rank - 1) ?? next
  if (above === undefined || above === null) return undefined
  return {
    name: above.name,
    points: Math.max(0, Math.round((above.totalPoints - you.totalPoints) * 10) / 10),
  }
}

/** Counts the rows that differ between two states of the board. */
export function countChanges(shown: Board, latest: Board): number {
  const before = new Map(shown.rows.map((row) => [row.id, row]))
  const differs = (row: BoardEntry) => {
    const was = before.get(row.id)
    return (
      was !== row &&
      (was?.rank !== row.rank || was.totalPoints !== row.totalPoints || was.days.length !== row.days.length)
    )
  }
  const gone = shown.rows.length - latest.rows.length
  return latest.rows.filter(differs).length + Math.max(0, gone)
}
