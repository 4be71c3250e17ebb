// The shape and the layout of the slanted bars of charts, and days as such bars: which of them are how high and which have a number.

import { dayTone, type DayMark, type DayTone } from './days/day-mark.ts'

/** Horizontal offset of a slanted bar's top, in px per px of height. */
export const slant = Math.tan((14 * Math.PI) / 180)

type SlantedBarLayout = { count: number; width: number; height: number; gap: number }

/** Returns position and width of `count` slanted bars in px. Together, with the slant of the last one, they fill `width`. */
export const layOutSlantedBars = ({ count, width, height, gap }: SlantedBarLayout) => {
  const pitch = (width - height * slant + gap) / count
  const barWidth = Math.max(1, pitch - gap)
  return { barWidth, pitch, radius: Math.min(4, barWidth / 5), left: (index: number) => index * pitch }
}

const roundToHundredths = (value: number) => Math.round(value * 100) / 100

/** Returns the path of an upright bar with round corners that stands on y = 0. Its group must have `slantTransform`. */
export const barPath = (left: number, width: number, height: number, radius: number): string => {
  const r = roundToHundredths(Math.min(radius, width / 2, height / 2))
  const w = roundToHundredths(width - 2 * r)
  const h = roundToHundredths(height - 2 * r)
  return `M${roundToHundredths(left + r)} 0h${w}a${r} ${r} 0 0 0 ${r} ${-r}v${-h}a${r} ${r} 0 0 0 ${-r} ${-r}h${-w}a${r} ${r} 0 0 0 ${-r} ${r}v${h}a${r} ${r} 0 0 0 ${r} ${r}z`
}

/** Returns the transform that slants a group of bars and moves y = 0 down by `height` px. */
export const slantTransform = (height: number) => `translate(0 ${height}) skewX(-14)`

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

/** Returns the bars of a route, standing on y = 0. `height` is the height of the tallest bar in px, without flag and numbers. */
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
