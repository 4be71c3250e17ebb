// Slanted bars, the picture of the charts: their shape and layout, and days as such bars: the state, the colour and the words of each, which of
// them are how high and which have a number. `shared/challenge/day-marks.ts` makes the marks of a participant.

import { t, formatName, formatScore } from '../i18n/t.ts'

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
    // The widest stroke in the style sheet is 1.5 px.
    const inset = outlinedTones.has(tone) ? 1.5 / 2 : 0
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

/** The state of one challenge day for one participant. */
export type DayMark = {
  day: number
  state: 'scored' | 'unrated' | 'rejected' | 'missed' | 'to-come' | 'today-open' | 'today-done'
  /** 0 to 5, one decimal; only for a rated project. */
  score?: number | undefined
  /** The title of the day or of the submitted project. */
  title?: string | undefined
  difficulty?: 1 | 2 | 3 | undefined
}

type HeatTone = 'heat4' | 'heat3' | 'heat2' | 'heat1'

/** The colour of a day. Each tone also has its own height, so that it is readable without colour. */
export type DayTone = HeatTone | Exclude<DayMark['state'], 'scored'>

/** Returns the band of a score; the four bands begin at 4.5, 3.8, 3.0 and 0. */
export const heatTone = (exactScore: number): HeatTone => {
  // The colour is that of the number beside it, which has one decimal.
  const score = Number(exactScore.toFixed(1))
  if (score >= 4.5) return 'heat4'
  if (score >= 3.8) return 'heat3'
  return score >= 3 ? 'heat2' : 'heat1'
}

export const dayTone = ({ state, score }: DayMark): DayTone => {
  if (state !== 'scored') return state
  return score === undefined ? 'unrated' : heatTone(score)
}

const stateTexts = {
  unrated: t('charts.notRatedYet'),
  rejected: t('common.rejectedStatus'),
  missed: t('charts.missed'),
  'today-open': t('charts.todayOpen'),
  'today-done': t('charts.todaySubmitted'),
}

/** Describes the state of a day: "4.2", "missed", "today, open". */
const formatDayState = ({ day, state, score }: DayMark): string => {
  if (state === 'to-come') return t('charts.opensOnDay', { day })
  if (state === 'scored') return score === undefined ? stateTexts.unrated : formatScore(score)
  if (state === 'today-done' && score !== undefined)
    return t('charts.todayScore', { score: formatScore(score) })
  return stateTexts[state]
}

/** Describes a day: "Day 5, Countdown, 4.2". */
export const formatDay = (mark: DayMark): string =>
  [t('common.day', { day: mark.day }), mark.title, formatDayState(mark)].filter(Boolean).join(', ')

/** Summarizes a strip: "30 days of Leila Haddad: 19 submitted, none missed, average 4.2". */
export const formatStripSummary = (days: readonly DayMark[], personName: string): string => {
  const countOf = (...states: DayMark['state'][]) => days.filter((mark) => states.includes(mark.state)).length
  const scores = days.flatMap((mark) => (mark.score === undefined ? [] : [mark.score]))
  const rejected = countOf('rejected')
  const average = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const parts = [
    t('charts.countSubmitted', { count: countOf('scored', 'unrated', 'rejected', 'today-done') }),
    t('charts.countMissed', { count: countOf('missed') }),
    rejected > 0 && t('charts.countRejected', { count: rejected }),
    scores.length > 0 && t('charts.average', { score: formatScore(average) }),
  ]
  return t('charts.stripSummary', {
    days: days.length,
    name: formatName(personName),
    parts: parts.filter(Boolean).join(', '),
  })
}

/** Returns the head and the rows of the days as a `ViewAsTable`. */
export const dayTable = (days: readonly DayMark[]) => ({
  head: [t('common.dayLabel'), t('common.title'), t('charts.score')],
  rows: days.map((mark) => [t('common.day', { day: mark.day }), mark.title ?? '', formatDayState(mark)]),
})
