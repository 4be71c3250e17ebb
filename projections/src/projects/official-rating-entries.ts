import type { Criteria } from '@thirty/contracts/rules/ratings.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import type { IndexEntry } from '@thirty/infra/read-models/read-models.ts'

/** A rating, with its criteria if an admin gave it. */
export type IndexedRating = { criteria?: Criteria }

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
export function addOfficialRatingEntries(
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
