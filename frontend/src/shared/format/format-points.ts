import { numberFormat } from './intl-formats.ts'

/** Formats total points with separator and one decimal: "1,654.0". */
export const formatPoints = (points: number): string =>
  numberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(points)

/** Formats a gap for a sentence: "24 points", "1 point", "0.5 points". */
export const formatPointsGap = (points: number): string =>
  `${numberFormat('en', { maximumFractionDigits: 1 }).format(points)} ${points === 1 ? 'point' : 'points'}`

/** Formats the gap to the next rank: "24 points behind Ana", or "level with Ana" for a tie. */
export const formatPointsBehind = (gap: number, name: string): string =>
  gap > 0 ? `${formatPointsGap(gap)} behind ${name}` : `level with ${name}`
