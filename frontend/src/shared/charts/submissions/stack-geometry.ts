/** The submissions of one day. */
export type DaySubmissions = { day: number; approved: number; pending: number; rejected: number }

/** The parts of a bar from bottom to top. */
export const stackOrder = ['approved', 'pending', 'rejected'] as const
export type StackPart = (typeof stackOrder)[number]

const niceSteps = [1, 1.5, 2, 3, 4, 5]

/** Returns the distance of grid lines: the smallest round number of which three steps reach `max`. */
export const gridStep = (max: number): number => {
  for (let power = 1; ; power *= 10)
    for (const step of niceSteps) {
      const distance = step * power
      if (Number.isInteger(distance) && distance * 3 >= max) return distance
    }
}

export type StackBar = { part: StackPart; y: number; height: number }

/** Returns the parts of a day's bar, in px from the top of the plot. The plot is `height` px high and ends at `maxValue`. */
export const stackBars = (day: DaySubmissions, maxValue: number, height: number, gap = 1.5): StackBar[] => {
  let y = height
  return stackOrder.flatMap((part) => {
    if (day[part] === 0) return []
    const partHeight = (day[part] / maxValue) * height
    y -= partHeight
    return [{ part, y, height: Math.max(0.5, partHeight - gap) }]
  })
}
