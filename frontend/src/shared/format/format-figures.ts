// Figures as screens show them: points, ratings, sizes of files, and numbers with little room.

import { formatNumber } from '../i18n/locale.ts'
import { formatName } from './format-name.ts'
import { t } from '../i18n/t.ts'

const oneDecimal = (value: number): string =>
  formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Formats total points with separator and one decimal: "1,654.0". */
export const formatPoints = oneDecimal

/** Formats the gap to the next rank: "24 points behind Ana", or "level with Ana" for a tie. */
export const formatPointsBehind = (gap: number, name: string): string =>
  gap > 0
    ? t('format.pointsBehind', {
        gap: t('format.points', { points: Math.round(gap * 10) / 10 }),
        name: formatName(name),
      })
    : t('format.levelWith', { name: formatName(name) })

/** Formats a rating from 0 to 5 with one decimal: "4.2". */
export const formatScore = (value: number): string => oneDecimal(Number(value.toFixed(1)))

/** Formats a file size: "640 B", "82 KB", "1.4 MB". */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1024) return `${formatNumber(bytes)} B`
  if (bytes < 1024 * 1024) return `${formatNumber(Math.round(bytes / 1024))} KB`
  return `${oneDecimal(bytes / 1024 / 1024)} MB`
}

/** Abbreviates a number above 99,999 ("164k", "1.2M"); returns undefined for smaller ones. */
export const abbreviateNumber = (value: number): string | undefined => {
  if (Math.abs(value) <= 99_999) return undefined
  if (Math.abs(value) < 999_500)
    return t('format.thousands', { count: formatNumber(Math.round(value / 1000)) })
  return t('format.millions', { count: oneDecimal(value / 1_000_000) })
}
