import type { BoardSort } from '@thirty/contracts/rules/board-sorts.ts'

/** The labels of columns and of sort buttons with little room. */
export const shortSortLabels: Record<BoardSort, string> = {
  totalPoints: 'Points',
  projects: 'Projects',
  quality: 'Quality',
  streak: 'Streak',
}

/** The labels of the sort buttons. */
export const sortLabels: Record<BoardSort, string> = { ...shortSortLabels, totalPoints: 'Total Points' }
