// The geometry of upright bars for the charts of statistics: the distance of grid lines, single bars, and the stacks of the submissions of
// a day (approved, pending, rejected).

import { barPath, layOutSlantedBars } from '../slanted-bars.ts'

const niceSteps = [1, 1.5, 2, 3, 4, 5]

/** Returns the distance of grid lines: the smallest round number of which three steps reach `max`. */
export const gridStep = (max: number): number => {
  for (let power = 1; ; power *= 10)
    for (const step of niceSteps) {
      const distance = step * power
      if (Number.isInteger(distance) && distance * 3 >= max) return distance
    }
}

/** Left edge and width of the foot, and the height, in px. */
type Bar = { left: number; width: number; height: number; path: string }

/** The height in px of a value of 0. */
const stubHeight = 3

/**
 * Returns an upright bar for each row, standing on y = 0: its height is read off an axis. `height` is that of the plot in px, which
 * ends at `maxValue`. A 0 is a stub, so that it is not taken for a value that is missing.
 */
export function layOutBars<const Row extends { value: number }>(
  rows: readonly Row[],
  { maxValue, width, height }: { maxValue: number; width: number; height: number },
): (Row & Bar)[] {
  const gap = Math.max(1, (width / rows.length) * 0.19)
  // Without a height they need no room for a slant.
  const { left, barWidth, radius } = layOutSlantedBars({ count: rows.length, width, height: 0, gap })
  return rows.map((row, index) => {
    const bar = {
      left: left(index),
      width: barWidth,
      height: Math.max(stubHeight, (row.value / maxValue) * height),
    }
    return { ...row, ...bar, path: barPath(bar.left, bar.width, bar.height, radius) }
  })
}

/** The submissions of one day. */
export type DaySubmissions = { day: number; approved: number; pending: number; rejected: number }

/** The parts of a bar from bottom to top. */
export const stackOrder = ['approved', 'pending', 'rejected'] as const
export type StackPart = (typeof stackOrder)[number]

export type StackBar = { part: StackPart; y: number; height: number }

/** Between two parts, in px. */
const partGap = 1.5

/** Returns the parts of a day's bar, in px from the top of the plot. The plot is `height` px high and ends at `maxValue`. */
export const stackBars = (day: DaySubmissions, maxValue: number, height: number): StackBar[] => {
  let y = height
  return stackOrder.flatMap((part) => {
    if (day[part] === 0) return []
    const partHeight = (day[part] / maxValue) * height
    y -= partHeight
    return [{ part, y, height: Math.max(0.5, partHeight - partGap) }]
  })
}
