/** The submissions of one day. */
export type DaySubmissions = { day: number; approved: number; pending: number; rejected: number }

/** The parts of a bar from bottom to top. */
export const stackOrder = ['approved', 'pending', 'rejected'] as const
export type StackPart = (typeof stackOrder)[number]

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
