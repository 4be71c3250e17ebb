// What changed since this browser opened the leaderboard, newest first.

import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { create } from 'zustand'
import type { Board } from '../../../shared/leaderboard/board.ts'
import { onUserChange } from '../../../shared/storage/user-data.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { detectActivity, type ActivityItem } from './activity.ts'

const maxItems = 20

export const useActivity = create<{ items: readonly ActivityItem[] }>(() => ({ items: [] }))
onUserChange(() => useActivity.setState({ items: [] }))

/** Adds what a live update changed on the board. */
export function recordActivity(
  before: Board,
  after: Board,
  { at, position }: { at: string; position: string },
): void {
  const changed = detectActivity(loadedRows(before), changedRows(before, after), {
    at,
    position,
    ownId: ownUserId(),
  })
  if (changed.length > 0)
    useActivity.setState(({ items }) => ({ items: [...changed, ...items].slice(0, maxItems) }))
}

const loadedRows = (board: Board): BoardRow[] => {
  const listedIds = new Set(board.rows.map((row) => row.id))
  return [...board.rows, ...board.topThree.filter((row) => !listedIds.has(row.id))]
}

const changedRows = (before: Board, after: Board): BoardRow[] => {
  const previous = new Set<BoardRow>(loadedRows(before))
  return loadedRows(after).filter((row) => !previous.has(row))
}
