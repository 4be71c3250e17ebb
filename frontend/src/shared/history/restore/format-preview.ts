// Formats what a restore would change: figures, participants, projects and the day.

import type { RestorePreview } from '@thirty/contracts/backups/api.ts'
import { formatPoints } from '../../format/format.ts'
import { formatNumber } from '../../i18n/locale.ts'
import { t } from '../../i18n/t.ts'

type Figures = RestorePreview['now']
type ChangedProjects = RestorePreview['vanishes']['projects']

/** A row of the table: a figure now and after the restore, and the difference in words. */
export type FigureChange = {
  label: string
  now: string
  after: string
  change: string
  direction: 'more' | 'fewer' | 'same'
}

/** Returns the figures that a restore changes, each with its difference: "189 fewer", "12.4 more", "unchanged". */
export const figureChanges = (now: Figures, after: Figures): FigureChange[] => [
  figureChange(t('common.projects'), now.totalProjects, after.totalProjects),
  figureChange(t('common.participants'), now.totalParticipants, after.totalParticipants),
  figureChange(t('common.averagePoints'), now.averagePoints, after.averagePoints, {
    format: formatPoints,
    fewer: (count) => t('history.less', { count }),
  }),
]

type FigureWords = { format: (value: number) => string; fewer: (count: string) => string }

const countWords: FigureWords = {
  format: (count) => formatNumber(count),
  fewer: (count) => t('history.fewer', { count }),
}

function figureChange(
  label: string,
  now: number,
  after: number,
  { format, fewer }: FigureWords = countWords,
): FigureChange {
  // As shown: averages have one decimal.
  const difference = Math.round((after - now) * 10) / 10
  const size = format(Math.abs(difference))
  const figures = { label, now: format(now), after: format(after) }
  if (difference === 0) return { ...figures, change: t('history.unchanged'), direction: 'same' }
  return difference > 0
    ? { ...figures, change: t('history.more', { count: size }), direction: 'more' }
    : { ...figures, change: fewer(size), direction: 'fewer' }
}

/** A line that would name more days says only how many. */
const maxNamedDays = 3

/** Returns the lines about projects, ratings and people that appear or vanish; none if there are none. */
export function listChanges(
  { projects, ratings, participants }: RestorePreview['vanishes'],
  direction: 'appears' | 'vanishes',
): string[] {
  return [
    ...(projects.total > 0 ? [describeProjects(projects)] : []),
    ...(ratings > 0 ? [t('history.ratings', { count: ratings })] : []),
    ...(participants > 0
      ? [t(direction === 'appears' ? 'history.peopleReturn' : 'history.peopleLeave', { count: participants })]
      : []),
  ]
}

/** "118 projects from Day 18, 71 from Day 19"; only the number if not all projects are known. */
function describeProjects({ total, first }: ChangedProjects): string {
  if (first.length < total) return t('history.countProjects', { count: total })
  const perDay = new Map<number, number>()
  for (const { day } of first) perDay.set(day, (perDay.get(day) ?? 0) + 1)
  const days = [...perDay].toSorted(([left], [right]) => left - right)
  if (days.length > maxNamedDays) return t('history.projectsFromDays', { count: total, days: days.length })
  return days
    .map(([day, count], index) =>
      t(index === 0 ? 'history.projectsFromDay' : 'history.moreFromDay', { count, day }),
    )
    .join(', ')
}

/** Whether a restore would change nothing. */
export const changesNothing = ({ now, after, appears, vanishes }: RestorePreview): boolean =>
  now.digest === after.digest &&
  [appears, vanishes].every(({ projects, ratings }) => projects.total === 0 && ratings === 0)

/** "Day 19", or "Not started". */
export const describeDay = ({ challengePeriod, day }: Figures): string =>
  challengePeriod ? t('common.day', { day }) : t('common.notStarted')

/** Describes one of the two strips: "Now: Day 19, projects on 18 of 30 days". */
export const describeStrip = (label: string, figures: Figures): string => {
  const { days } = figures
  const count = days.filter((number) => number > 0).length
  return t('history.strip', { label, day: describeDay(figures), count, total: days.length })
}
