import type { RestorePreview } from '@thirty/contracts/api/admin/backups.ts'
import { formatPoints } from '../../format/format-points.ts'

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

const formatCount = (count: number): string => count.toLocaleString('en')

/** Returns the figures that a restore changes, each with its difference: "189 fewer", "12.4 more", "unchanged". */
export const figureChanges = (now: Figures, after: Figures): FigureChange[] => [
  figureChange('Projects', now.totalProjects, after.totalProjects),
  figureChange('Participants', now.totalParticipants, after.totalParticipants),
  figureChange('Average points', now.averagePoints, after.averagePoints, formatPoints, 'less'),
]

function figureChange(
  label: string,
  now: number,
  after: number,
  format = formatCount,
  less = 'fewer',
): FigureChange {
  // As shown: averages have one decimal.
  const difference = Math.round((after - now) * 10) / 10
  const size = format(Math.abs(difference))
  const figures = { label, now: format(now), after: format(after) }
  if (difference === 0) return { ...figures, change: 'unchanged', direction: 'same' }
  return difference > 0
    ? { ...figures, change: `${size} more`, direction: 'more' }
    : { ...figures, change: `${size} ${less}`, direction: 'fewer' }
}

const count = (number: number, one: string, several: string): string =>
  `${formatCount(number)} ${number === 1 ? one : several}`

/** A line that would name more days says only how many. */
const maxNamedDays = 3

/** Returns the lines about projects, ratings and people that appear or vanish; none if there are none. */
export function listChanges(
  { projects, ratings, participants }: RestorePreview['vanishes'],
  people: { one: string; several: string },
): string[] {
  return [
    ...(projects.total > 0 ? [describeProjects(projects)] : []),
    ...(ratings > 0 ? [count(ratings, 'rating with written feedback', 'ratings with written feedback')] : []),
    ...(participants > 0 ? [count(participants, `person ${people.one}`, `people ${people.several}`)] : []),
  ]
}

/** "118 projects from Day 18, 71 from Day 19"; only the number if not all projects are known. */
function describeProjects({ total, first }: ChangedProjects): string {
  if (first.length < total) return count(total, 'project', 'projects')
  const perDay = new Map<number, number>()
  for (const { day } of first) perDay.set(day, (perDay.get(day) ?? 0) + 1)
  const days = [...perDay].toSorted(([left], [right]) => left - right)
  if (days.length > maxNamedDays) return `${count(total, 'project', 'projects')} from ${days.length} days`
  return days
    .map(([day, number], index) =>
      index === 0
        ? `${count(number, 'project', 'projects')} from Day ${day}`
        : `${formatCount(number)} from Day ${day}`,
    )
    .join(', ')
}

/** Whether a restore would bring back exactly what is there now. */
export const changesNothing = ({ now, after, appears, vanishes }: RestorePreview): boolean =>
  now.digest === after.digest &&
  [appears, vanishes].every(({ projects, ratings }) => projects.total === 0 && ratings === 0)

/** "Day 19", or "Not started". */
export const describeDay = ({ challengePeriod, day }: Figures): string =>
  challengePeriod ? `Day ${day}` : 'Not started'

/** Describes one of the two strips: "Now: Day 19, projects on 18 of 30 days". */
export const describeStrip = (label: string, figures: Figures): string => {
  const { days } = figures
  return `${label}: ${describeDay(figures)}, projects on ${days.filter((number) => number > 0).length} of ${days.length} days`
}
