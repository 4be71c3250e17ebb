import { dayTone } from './day-mark.ts'
import type { DayMark, DayTone } from './day-mark.ts'
import { barPath, layOutSlantedBars } from '../slanted-bars.ts'

/** An easy day is low, a hard one tall. */
export const difficultyShares = { 1: 0.42, 2: 0.7, 3: 1 } as const

export const difficultyShare = (mark: DayMark) => difficultyShares[mark.difficulty ?? 2]

/** Outlined days are drawn inside their bar. */
const outlined = new Set<DayTone>(['missed', 'rejected', 'unrated'])

export type RouteBar = {
  mark: DayMark
  tone: DayTone
  left: number
  width: number
  height: number
  path: string
}

/** Returns the bars of a route of `height` px (without the flag and the numbers), with their feet on y = 0. */
export const routeBars = (days: readonly DayMark[], width: number, height: number): RouteBar[] => {
  const gap = Math.max(1, (width / days.length) * 0.19)
  const row = layOutSlantedBars({ count: days.length, width, height, gap })
  return days.map((mark, index) => {
    const tone = dayTone(mark)
    const barHeight = difficultyShare(mark) * height
    const inset = outlined.has(tone) ? 0.75 : 0
    const path = barPath(row.left(index) + inset, row.barWidth - 2 * inset, barHeight - inset, row.radius)
    return { mark, tone, left: row.left(index), width: row.barWidth, height: barHeight, path }
  })
}

/** Returns the days that are numbered: the first, every fifth (in a narrow chart every tenth and the last), and today. */
export const labeledDays = (count: number, today: number | undefined, narrow: boolean): number[] => {
  const step = narrow ? 10 : 5
  const regular = [1, ...Array.from({ length: Math.floor(count / step) }, (_, index) => (index + 1) * step)]
  const labeled = narrow ? regular.filter((day) => day === 1 || day === 10 || day === count) : regular
  if (today === undefined) return labeled
  const minDistance = narrow ? 3 : 1
  return [...labeled.filter((day) => Math.abs(day - today) > minDistance), today].sort((a, b) => a - b)
}
