// The place and height of each bar of a `ChallengeRoute`, and which days have a label. Other charts use the heights by difficulty, too.

import { dayTone, type DayMark, type DayTone } from './day-mark.ts'
import { barPath, layOutSlantedBars } from '../slanted-bars.ts'

/** The height of a day by its difficulty level, as a share of the tallest bar. */
export const difficultyShares = { 1: 0.42, 2: 0.7, 3: 1 } as const

/** The same of one day, whose difficulty may be unknown. */
export const difficultyShare = (mark: DayMark) => difficultyShares[mark.difficulty ?? 2]

/** The tones that are drawn as an outline instead of a filled bar. */
const outlinedTones = new Set<DayTone>(['missed', 'rejected', 'unrated'])

/** The widest stroke of an outline in the style sheet, in px. */
const outlineWidth = 1.5

/** A day as a bar on the line y = 0, in px. */
export type DayBar = {
  mark: DayMark
  tone: DayTone
  left: number
  width: number
  height: number
  path: string
}

/** Returns the bars of a route, standing on y = 0. `height` is that of the tallest bar in px, without flag and numbers. */
export const routeBars = (days: readonly DayMark[], width: number, height: number): DayBar[] => {
  const gap = Math.max(1, (width / days.length) * 0.19)
  const row = layOutSlantedBars({ count: days.length, width, height, gap })
  return days.map((mark, index) => {
    const tone = dayTone(mark)
    const barHeight = difficultyShare(mark) * height
    // An outline is drawn half outside its path, so a smaller path keeps it as large as a filled bar.
    const inset = outlinedTones.has(tone) ? outlineWidth / 2 : 0
    const path = barPath(row.left(index) + inset, row.barWidth - 2 * inset, barHeight - inset, row.radius)
    return { mark, tone, left: row.left(index), width: row.barWidth, height: barHeight, path }
  })
}

/**
 * Returns the days that are numbered: the first, every fifth, and today. In a narrow chart: the first, the tenth, the last,
 * and today. Days too close to today have no number.
 */
export const labeledDays = (count: number, today: number | undefined, narrow: boolean): number[] => {
  const allDays = Array.from({ length: count }, (_, index) => index + 1)
  const regular = narrow ? [1, 10, count] : allDays.filter((day) => day === 1 || day % 5 === 0)
  if (today === undefined) return regular
  const minDistance = narrow ? 3 : 1
  return [...regular.filter((day) => Math.abs(day - today) > minDistance), today].sort((a, b) => a - b)
}
