import type { BoardSort } from '@thirty/contracts/rules/board-sorts.ts'
import { t } from './messages/t.ts'

/** The labels of columns and of sort buttons with little room. */
export const shortSortLabels: Record<BoardSort, string> = {
  totalPoints: t('points'),
  projects: t('projects'),
  quality: t('quality'),
  streak: t('streak'),
}

/** The labels of the sort buttons. */
export const sortLabels: Record<BoardSort, string> = { ...shortSortLabels, totalPoints: t('totalPoints') }
