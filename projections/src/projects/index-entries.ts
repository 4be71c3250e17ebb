// The index entries of a project.

import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { IndexEntry } from '@thirty/infra/read-models/projection.ts'
import { criterionLabels, perCriterion } from '@thirty/contracts/judging/ratings.ts'
import type { RatingSums } from '@thirty/contracts/judging/rating-sums.ts'
import { beginOfWait, type Project } from './project.ts'
import { noReactions } from './reactions/reactions.ts'

export function projectIndexEntries(project: Project): Record<string, IndexEntry> {
  const { at, position, day, status, ratings, figures } = project
  const bySubmission = { score: Date.parse(at), tiebreaker: position }
  const names = indexNamesOf(day)
  // Assignments are several times faster than a literal with computed names, and a replay does this for every change.
  const entries: Record<string, IndexEntry> = { all: bySubmission }
  entries[status] = bySubmission
  entries[names.all] = bySubmission
  entries[names[status]] = bySubmission
  if (status === 'rejected') return entries
  if (status === 'submitted') {
    const begin = beginOfWait(project)
    entries['waiting'] = { score: Date.parse(begin.at), tiebreaker: begin.position }
  }
  const { likes, views } = figures ?? noReactions
  // Ascending: by likes, then views, then the later submission.
  if (likes > 0 || views > 0)
    entries['popular'] = { score: likes, tiebreaker: `${views.toString().padStart(10, '0')}${position}` }
  if (ratings?.official && ratings.official.count > 0)
    addOfficialRatingEntries(entries, names.official, ratings.official)
  return entries
}

/** The index names of each day, built once because every change of a project needs them. */
const namesByDay = Array.from({ length: totalDays + 1 }, (_, day) => ({
  all: `day:${day}`,
  submitted: `day:${day}:submitted`,
  approved: `day:${day}:approved`,
  rejected: `day:${day}:rejected`,
  official: perCriterion((criterion) => ({
    stars: `day:${day}:stars:${criterion}`,
    given: `day:${day}:given:${criterion}`,
  })),
}))

/**
 * Returns the names of the indexes of a day: its projects, those with a status, and for each criterion the indexes whose sums are the
 * official stars of these projects, and how many ratings gave them.
 */
export function indexNamesOf(day: number): (typeof namesByDay)[number] {
  const names = namesByDay[day]
  if (names === undefined) throw new RangeError(`There is no day ${day}.`)
  return names
}

/**
 * Adds the entries whose scores are summed: `ratings` (number of official ratings), `official` (sum of their averages), and for
 * each criterion that got stars `day:<n>:given:<criterion>` and `day:<n>:stars:<criterion>`. The store keeps the sum of an index,
 * so a mean over all projects of a day is one division. Rejected projects do not count.
 */
function addOfficialRatingEntries(
  entries: Record<string, IndexEntry>,
  names: (typeof namesByDay)[number]['official'],
  { count, averages, stars, given }: RatingSums,
): void {
  entries['ratings'] = { score: count }
  entries['official'] = { score: averages }
  for (const [criterion] of criterionLabels) {
    if (given[criterion] === 0) continue
    entries[names[criterion].given] = { score: given[criterion] }
    entries[names[criterion].stars] = { score: stars[criterion] }
  }
}
