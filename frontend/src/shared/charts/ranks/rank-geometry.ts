import { curveBumpX, line } from 'd3-shape'

/** The plot of a bump chart: px from the left and top of the chart to its first and last day and rank. */
export type PlotArea = { left: number; right: number; top: number; bottom: number }

/** Returns the x of day `index` of `count` days. */
export const dayX = (at: number, count: number, { left, right }: PlotArea) =>
  count < 2 ? right : left + (at / (count - 1)) * (right - left)

/** Returns the y of a rank, first rank on top. Lower ranks than the last one shown lie below the plot and are clipped. */
export const rankY = (rank: number, places: number, { top, bottom }: PlotArea) =>
  top + ((Math.min(rank, places + 2) - 1) / (places - 1)) * (bottom - top)

/** Returns the path of one participant. Days without a rank leave a gap. */
export const rankPath = (ranks: readonly (number | null)[], places: number, box: PlotArea): string => {
  const path = line<number | null>()
    .defined((rank) => rank !== null)
    .x((_, at) => dayX(at, ranks.length, box))
    .y((rank) => rankY(rank ?? places, places, box))
    .curve(curveBumpX)
    .digits(1)
  return path(ranks) ?? ''
}

/** Returns the days that get a number: the last, and earlier ones five apart that are not too close to it. */
export const labeledColumns = (days: readonly number[]): number[] =>
  days.flatMap((day, at) => {
    const last = at === days.length - 1
    const clear = days.length - 1 - at >= 3 || days.length < 4
    return last || ((day % 5 === 0 || at === 0) && clear) ? [at] : []
  })

/** "Maya rose from 3 to 1 in 5 days" */
export const formatRankHistory = (name: string, ranks: readonly (number | null)[]): string => {
  const known = ranks.filter((rank) => rank !== null)
  const first = known[0]
  const last = known.at(-1)
  if (first === undefined || last === undefined) return `${name}, not ranked yet`
  if (first === last) return `${name}, place ${last}`
  return `${name}, from place ${first} to ${last}`
}
