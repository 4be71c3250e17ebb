// What changed on the leaderboard since this browser opened it, newest first.

import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { create } from 'zustand'
import { formatFirstName } from '../../../shared/people/people.tsx'
import type { Board } from '../../../shared/leaderboard/board.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { onUserChange } from '../../../shared/storage/user-change.ts'

/** A change on the board, with first names. `at` is when it happened, as ISO text. */
export type ActivityItem = { id: string; at: string; name: string; isYou: boolean } & (
  | { kind: 'took-the-lead'; previousLeader: string | undefined }
  | { kind: 'moved-up'; rank: number; overtaken: readonly string[] }
  | { kind: 'moved-down'; rank: number }
  | { kind: 'scored'; day: number; score: number }
  | { kind: 'submitted'; day: number }
)

const maxItems = 20

export const useActivity = create<{ items: readonly ActivityItem[] }>(() => ({ items: [] }))
onUserChange(() => useActivity.setState({ items: [] }))

/** When a live update happened, and what it is named after. */
type Moment = { at: string; position: string }

/** Adds what a live update changed on the board. */
export function recordActivity(before: Board, after: Board, moment: Moment): void {
  const previous = loadedRows(before)
  const known = new Set(previous)
  const changed = loadedRows(after).filter((row) => !known.has(row))
  const detected = detectActivity(previous, changed, { ...moment, ownId: ownUserId() })
  if (detected.length > 0)
    useActivity.setState(({ items }) => ({ items: [...detected, ...items].slice(0, maxItems) }))
}

const loadedRows = ({ rows, topThree }: Board): BoardRow[] => {
  const listedIds = new Set(rows.map((row) => row.id))
  return [...rows, ...topThree.filter((row) => !listedIds.has(row.id))]
}

/**
 * Returns the most important change of each participant between two states of the rows. Omits participants who only moved
 * down because others overtook them, except for the user.
 */
export function detectActivity(
  before: readonly BoardRow[],
  after: readonly BoardRow[],
  { at, position, ownId }: Moment & { ownId: string | undefined },
): ActivityItem[] {
  const previousById = new Map(before.map((row) => [row.id, row]))
  const newRanks = new Map(after.map((row) => [row.id, row.rank]))
  return after.flatMap((row): ActivityItem[] => {
    const previous = previousById.get(row.id)
    if (previous === undefined) return []
    const base = { id: `${position}-${row.id}`, at, name: formatFirstName(row), isYou: row.id === ownId }
    const rankChange = detectRankChange(previous, row, before, newRanks)
    if (rankChange && (rankChange.kind !== 'moved-down' || base.isYou)) return [{ ...base, ...rankChange }]
    const day = detectDayChange(previous, row)
    return day ? [{ ...base, ...day }] : []
  })
}

function detectRankChange(
  previous: BoardRow,
  row: BoardRow,
  before: readonly BoardRow[],
  newRanks: ReadonlyMap<string, number>,
) {
  if (row.rank === previous.rank) return undefined
  if (row.rank > previous.rank) return { kind: 'moved-down' as const, rank: row.rank }
  if (row.totalPoints <= previous.totalPoints) return undefined
  if (row.rank === 1) {
    const leader = before.find((other) => other.rank === 1)
    return { kind: 'took-the-lead' as const, previousLeader: leader && formatFirstName(leader) }
  }
  const overtaken = before
    .filter((other) => other.rank >= row.rank && other.rank < previous.rank)
    .filter((other) => (newRanks.get(other.id) ?? other.rank + 1) > row.rank)
    .map(formatFirstName)
  return { kind: 'moved-up' as const, rank: row.rank, overtaken }
}

function detectDayChange(previous: BoardRow, row: BoardRow) {
  const previousDays = new Map(previous.days.map((entry) => [entry.day, entry]))
  for (const { day, score } of row.days) {
    if (score !== null && previousDays.get(day)?.score !== score)
      return { kind: 'scored' as const, day, score }
  }
  const submitted = row.days.find(({ day, status }) => !previousDays.has(day) && status === 'submitted')
  return submitted ? { kind: 'submitted' as const, day: submitted.day } : undefined
}
