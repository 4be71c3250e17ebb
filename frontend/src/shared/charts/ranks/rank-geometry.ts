import { curveBumpX, line } from 'd3-shape'

/** The area between the first and last day and rank of a bump chart, in px from the left and top of the chart. */
export type PlotArea = { left: number; right: number; top: number; bottom: number }

/** Returns the x of day `index` of `count` days. */
export const dayX = (index: number, count: number, { left, right }: PlotArea) =>
  count < 2 ? right : left + (index / (count - 1)) * (right - left)

/** Returns the y of a rank, the first rank on top. Ranks below the last shown one lie below the plot and are clipped. */
export const rankY = (rank: number, rankCount: number, { top, bottom }: PlotArea) =>
  top + ((Math.min(rank, rankCount + 2) - 1) / (rankCount - 1)) * (bottom - top)

/** Returns the path of one participant. Days without a rank leave a gap. */
export const rankPath = (ranks: readonly (number | null)[], rankCount: number, plot: PlotArea): string => {
  const path = line<number | null>()
    .defined((rank) => rank !== null)
    .x((_, index) => dayX(index, ranks.length, plot))
    .y((rank) => rankY(rank ?? rankCount, rankCount, plot))
    .curve(curveBumpX)
    .digits(1)
  return path(ranks) ?? ''
}

/** Returns the indexes of the days with a number below the chart: the last day, and the first and every fifth if not too close to it. */
export const numberedDayIndexes = (days: readonly number[]): number[] =>
  days.flatMap((day, index) => {
    const isLast = index === days.length - 1
    const isClearOfLast = days.length - 1 - index >= 3 || days.length < 4
    return isLast || ((day % 5 === 0 || index === 0) && isClearOfLast) ? [index] : []
  })
