// What the charts of days show of one day: its state, and the colour and the words of it. `shared/challenge/day-marks.ts` makes the marks
// of a participant.

import { t, formatName, formatScore } from '../../i18n/t.ts'

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
