import type { ProjectStatus } from '@thirty/contracts/api/projects/projects.ts'
import type { Criteria } from '@thirty/contracts/api/projects/ratings.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import type { IndexEntry } from '@thirty/infra/read-models/read-models.ts'

/** What decides where a project stands in the lists. `at` is ISO time, `position` sortable text. */
type Listed = {
  at: string
  position: string
  day: number
  status: ProjectStatus
  ratings: readonly IndexedRating[]
  figures?: Noticed
}

/** The places of a project in the lists of its view, and where it is counted. */
export function projectIndexEntries({
  at,
  position,
  day,
  status,
  ratings,
  figures,
}: Listed): Record<string, IndexEntry> {
  const place = { score: Date.parse(at), tiebreaker: position }
  const lists = listsOf(day)
  // One after the other, which is several times as quick as a literal with names that are worked out.
  const places: Record<string, IndexEntry> = { all: place }
  places[status] = place
  places[lists.all] = place
  places[lists[status]] = place
  if (status === 'rejected') return places
  if (isNoticed(figures)) places['popular'] = popularity(figures, position)
  addOfficialRatingEntries(places, ratings)
  return places
}

type Noticed = { likes: number; views: number }

/** Whether anybody likes or saw a project. Among the others there is no order of popularity to keep. */
const isNoticed = (figures: Noticed | undefined): figures is Noticed =>
  figures !== undefined && (figures.likes > 0 || figures.views > 0)

/** From the least: likes, then views, then the later submission. */
function popularity({ likes, views }: Noticed, position: string): IndexEntry {
  return { score: likes, tiebreaker: [views.toString().padStart(10, '0'), position].join('') }
}

/** Names of the lists of each day, made once: they are asked for at every change of a project. */
const dayLists = Array.from({ length: totalDays + 1 }, (_, day) => ({
  all: `day:${day}`,
  submitted: `day:${day}:submitted`,
  approved: `day:${day}:approved`,
  rejected: `day:${day}:rejected`,
}))

function listsOf(day: number): (typeof dayLists)[number] {
  const lists = dayLists[day]
  if (lists === undefined) throw new RangeError(`There is no day ${day}.`)
  return lists
}

/** A rating, with its criteria if an admin gave it. */
type IndexedRating = { criteria?: Criteria }

/** The five, with the names of their indexes. */
const criterionIndexes = (
  ['functionality', 'design', 'innovation', 'codeQuality', 'completeness'] as const
).map((key) => ({ key, starsIndex: `stars:${key}`, givenIndex: `given:${key}` }))

/**
 * Adds the places of a project whose official ratings count: in `ratings` by their number, in `official` by the sum of
 * their averages, and for each criterion that got stars in `given:<it>` and `stars:<it>` likewise. Sums of indexes are
 * kept, so that a mean over all projects is at hand. What is rejected counts neither here nor on the board
 * (decisions, section 6).
 */
function addOfficialRatingEntries(
  places: Record<string, IndexEntry>,
  ratings: readonly IndexedRating[],
): void {
  // In plain loops: a replay comes here with every project.
  const official: Criteria[] = []
  let sum = 0
  for (const { criteria } of ratings) {
    if (!criteria) continue
    official.push(criteria)
    sum += calculateRatingAverage(criteria)
  }
  if (official.length === 0) return
  places['ratings'] = wholePlace(official.length)
  places['official'] = { score: sum }
  for (const criterion of criterionIndexes) addCriterion(places, criterion, official)
}

function addCriterion(
  places: Record<string, IndexEntry>,
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
  places[givenIndex] = wholePlace(given)
  places[starsIndex] = wholePlace(stars)
}

/** The usual scores are small whole numbers: their places are shared by all projects. */
const smallPlaces: readonly IndexEntry[] = Array.from({ length: 64 }, (_, score) => ({ score }))

const wholePlace = (score: number): IndexEntry => smallPlaces[score] ?? { score }
