import { formatNumber } from '../i18n/locale.ts'
import { formatName } from './format-name.ts'
import { t } from '../i18n/t.ts'

/** Formats total points with separator and one decimal: "1,654.0". */
export const formatPoints = (points: number): string =>
  formatNumber(points, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Formats a gap for a sentence: "24 points", "1 point", "0.5 points". */
const formatPointsGap = (points: number): string =>
  t('format.points', { points: Math.round(points * 10) / 10 })

/** Formats the gap to the next rank: "24 points behind Ana", or "level with Ana" for a tie. */
export const formatPointsBehind = (gap: number, name: string): string =>
  gap > 0
    ? t('format.pointsBehind', { gap: formatPointsGap(gap), name: formatName(name) })
    : t('format.levelWith', { name: formatName(name) })
