import type { DayMark } from './day-mark.ts'

/** Describes the state of a day: "4.2", "missed", "today, open". */
export const formatDayState = ({ day, state, score }: DayMark): string => {
  switch (state) {
    case 'scored':
      return score === undefined ? 'not rated yet' : score.toFixed(1)
    case 'unrated':
      return 'not rated yet'
    case 'rejected':
      return 'rejected'
    case 'missed':
      return 'missed'
    case 'to-come':
      return `opens on day ${day}`
    case 'today-open':
      return 'today, open'
    case 'today-done':
      return score === undefined ? 'today, submitted' : `today, ${score.toFixed(1)}`
  }
}

/** Describes a day: "Day 5, Countdown, 4.2". */
export const formatDay = (mark: DayMark): string =>
  [`Day ${mark.day}`, mark.title, formatDayState(mark)].filter(Boolean).join(', ')

const countOrNone = (count: number) => (count === 0 ? 'none' : String(count))

/** Summarizes a strip: "30 days of Leila Haddad: 19 submitted, none missed, average 4.2". */
export const formatStripSummary = (days: readonly DayMark[], personName: string): string => {
  const countOf = (...states: DayMark['state'][]) => days.filter((mark) => states.includes(mark.state)).length
  const scores = days.flatMap((mark) => (mark.score === undefined ? [] : [mark.score]))
  const rejected = countOf('rejected')
  const average = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const parts = [
    `${countOrNone(countOf('scored', 'unrated', 'rejected', 'today-done'))} submitted`,
    `${countOrNone(countOf('missed'))} missed`,
    rejected > 0 && `${rejected} rejected`,
    scores.length > 0 && `average ${average.toFixed(1)}`,
  ]
  return `${days.length} days of ${personName}: ${parts.filter(Boolean).join(', ')}`
}
