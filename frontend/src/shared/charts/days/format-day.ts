import { formatName } from '../../format/format-name.ts'
import type { DayMark } from './day-mark.ts'
import { formatScore } from '../../format/format-score.ts'
import { t } from '../../i18n/t.ts'

const stateTexts = {
  unrated: t('charts.notRatedYet'),
  rejected: t('common.rejectedStatus'),
  missed: t('charts.missed'),
  'today-open': t('charts.todayOpen'),
  'today-done': t('charts.todaySubmitted'),
}

/** Describes the state of a day: "4.2", "missed", "today, open". */
export const formatDayState = ({ day, state, score }: DayMark): string => {
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
