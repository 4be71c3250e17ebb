import type { ProjectStatus } from '@thirty/contracts/api/projects/projects.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { IndexEntry } from '@thirty/infra/read-models/read-models.ts'
import type { RatingSums } from '@thirty/contracts/rules/rating-sums.ts'

/** The fields of a project that its index entries depend on. `at` is ISO time, `position` sortable text. */
type IndexedProject = {
  at: string
  position: string
  day: number
  status: ProjectStatus
  ratings?: { official?: RatingSums }
  figures?: Popularity
}

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
  if (ratings?.official && ratings.official.count > 0) addOfficialRatingEntries(entries, ratings.official)
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
  { count, averages, stars, given }: RatingSums,
): void {
  entries['ratings'] = { score: count }
  entries['official'] = { score: averages }
  for (const { key, starsIndex, givenIndex } of criterionIndexes) {
    if (given[key] === 0) continue
    entries[givenIndex] = { score: given[key] }
    entries[starsIndex] = { score: stars[key] }
  }
}
