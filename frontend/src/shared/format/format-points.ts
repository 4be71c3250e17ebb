/** A total with separator and one decimal, as it stands in a row: "1,654.0". */
export const formatPoints = (points: number): string =>
  points.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A gap in a sentence: "24 points", "1 point", "0.5 points". */
export const formatPointsGap = (points: number): string =>
  `${points.toLocaleString('en', { maximumFractionDigits: 1 })} ${points === 1 ? 'point' : 'points'}`

/** How far one is behind somebody: "24 points behind Ana", or "level with Ana", who was there first. */
export const formatPointsBehind = (gap: number, whom: string): string =>
  gap > 0 ? `${formatPointsGap(gap)} behind ${whom}` : `level with ${whom}`
