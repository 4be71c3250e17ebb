/** A total with separator and one decimal, as it stands in a row: "1,654.0". */
export const pointsInWords = (points: number): string =>
  points.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A gap in a sentence: "24 points", "1 point", "0.5 points". */
export const pointsAway = (points: number): string =>
  `${points.toLocaleString('en', { maximumFractionDigits: 1 })} ${points === 1 ? 'point' : 'points'}`
