import type { ProjectStatus } from '@thirty/contracts/api/projects/projects.ts'
import type { Criteria } from '@thirty/contracts/rules/ratings.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import type { IndexEntry } from '@thirty/infra/read-models/read-models.ts'

/** The fields of a project that its index entries depend on. `at` is ISO time, `position` sortable text. */
type IndexedProject = {
  at: string
  position: string
  day: number
  status: ProjectStatus
  ratings: readonly IndexedRating[]
  figures?: Popularity
}

/** A rating; only official ones have criteria. */
type IndexedRating = { criteria?: Criteria }

type Popularity = { likes: number; views: number }

/** Returns the index entries of a project; the indexes are described at `projectsProjection`. */
export function projectIndexEntries({
  at,
  position,
  day,
  status,
  ratings,
  figures,
}: IndexedProject): Record<string, IndexEntry> {
  const bySubmission = { score: Date.parse(at), tiebreaker: position }
  const dayIndexes = dayIndexNames(day)
  // Assignments are several times faster than a literal with computed names, and a replay does this for every change.
  const entries: Record<string, IndexEntry> = { all: bySubmission }
  entries[status] = bySubmission
  entries[dayIndexes.all] = bySubmission
  entries[dayIndexes[status]] = bySubmission
  if (status === 'rejected') return entries
  if (figures !== undefined && (figures.likes > 0 || figures.views > 0))
    entries['popular'] = popularityEntry(figures, position)
  addOfficialRatingEntries(entries, ratings)
  return entries
}

/** Ascending: by likes, then views, then the later submission. */
function popularityEntry({ likes, views }: Popularity, position: string): IndexEntry {
  return { score: likes, tiebreaker: [views.toString().padStart(10, '0'), position].join('') }
}

/** The index names of each day, built once because every change of a project needs them. */
const namesByDay = Array.from({ length: totalDays + 1 }, (_, day) => ({
  all: `day:${day}`,
  submitted: `day:${day}:submitted`,
  approved: `day:${day}:approved`,
  rejected: `day:${day}:rejected`,
}))

function dayIndexNames(day: number): (typeof namesByDay)[number] {
  const names = namesByDay[day]
  if (names === undefined) throw new RangeError(`There is no day ${day}.`)
  return names
}

const criterionIndexes = (
  ['functionality', 'design', 'innovation', 'codeQuality', 'completeness'] as const
).map((key) => ({ key, starsIndex: `stars:${key}`, givenIndex: `given:${key}` }))

/**
 * Adds the entries whose scores are summed for the statistics: `ratings` (number of official ratings), `official` (sum of
 * their averages), and for each criterion that got stars `given:<criterion>` and `stars:<criterion>`. The store keeps the
 * sum of an index, so a mean over all projects is one division. Rejected projects do not count (decisions, section 6).
 */
function addOfficialRatingEntries(
  entries: Record<string, IndexEntry>,
  ratings: readonly IndexedRating[],
): void {
  const official: Criteria[] = []
  let sum = 0
  for (const { criteria } of ratings) {
    if (!criteria) continue
    official.push(criteria)
    sum += calculateRatingAverage(criteria)
  }
  if (official.length === 0) return
  entries['ratings'] = { score: official.length }
  entries['official'] = { score: sum }
  for (const criterion of criterionIndexes) addCriterionEntries(entries, criterion, official)
}

function addCriterionEntries(
  entries: Record<string, IndexEntry>,
  { key, starsIndex, givenIndex }: (typeof criterionIndexes)[number],
  official: readonly Criteria[],
): void {
  let [stars, given] = [0, 0]
  for (const criteria of official) {
    if (criteria[key] === 0) continue
    stars += criteria[key]
    given += 1
  }
  if (given === 0) return
  entries[givenIndex] = { score: given }
  entries[starsIndex] = { score: stars }
}
