/** The submissions of one day. */
export type DaySubmissions = { day: number; approved: number; pending: number; rejected: number }

/** From the bottom of the stack to its top; the legend uses the same order. */
export const stackOrder = ['approved', 'pending', 'rejected'] as const
export type StackPart = (typeof stackOrder)[number]

const niceSteps = [1, 2, 5]

/** Returns a round step with which three grid lines reach at least `max`. */
export const gridStep = (max: number): number => {
  for (let power = 1; ; power *= 10)
    for (const step of niceSteps) if (step * power * 3 >= max) return step * power
}

export type StackBar = { part: StackPart; y: number; height: number }

/** Returns the parts of one day's bar in a plot of `height` px whose top edge is the value `top`; y counts downwards. */
export const stackBars = (day: DaySubmissions, top: number, height: number, gap = 1.5): StackBar[] => {
  let y = height
  return stackOrder.flatMap((part) => {
    if (day[part] === 0) return []
    const partHeight = (day[part] / top) * height
    y -= partHeight
    return [{ part, y, height: Math.max(0.5, partHeight - gap) }]
  })
}
