import type { BoardSort } from '@thirty/contracts/leaderboard/board-sorts.ts'
import { t } from '../i18n/t.ts'

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
