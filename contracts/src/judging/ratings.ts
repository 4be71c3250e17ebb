// The criteria of ratings, how many ratings a project should have, and how long an admin who has a project open claims it.

/**
 * The criteria in the order in which every screen shows them, with their headings in exports. Schemas, sums, averages, indexes, columns,
 * charts and forms follow from this list. Ratings from before a criterion was added have no stars for it: see `ProjectRated`.
 */
export const criterionLabels = [
  ['functionality', 'Functionality'],
  ['design', 'Design'],
  ['innovation', 'Creativity'],
  ['codeQuality', 'Code Quality'],
  ['completeness', 'Usability'],
] as const

export type Criterion = (typeof criterionLabels)[number][0]

/** Returns an object with a value for each criterion. `place`: its index in the list. */
export const perCriterion = <Value>(
  valueOf: (criterion: Criterion, place: number) => Value,
): Record<Criterion, Value> =>
  // Safe: there is an entry for each criterion.
  Object.fromEntries(
    criterionLabels.map(([criterion], place) => [criterion, valueOf(criterion, place)]),
  ) as Record<Criterion, Value>

/** Whole stars from 0 to 5 for each criterion; 0 means "not rated". */
export type Criteria = Record<Criterion, number>

/** Returns the ratings with this one at the end. It replaces an earlier rating by the same rater. */
export const withRating = <Rating extends { readonly rater: string }>(
  ratings: readonly Rating[],
  rating: Rating,
): readonly Rating[] => [...ratings.filter(({ rater }) => rater !== rating.rater), rating]

/**
 * How many official ratings organisers can want for each project. The number guides the queue (`next-to-rate.ts` of projections) and the
 * screens, and refuses nothing. While more than one is wanted, a rating of another admin does not make an admin's own rating outdated
 * (`endpoints.ts` of ratings), and admins see no stars of others before they have rated the project (`judged-projects.ts`): that keeps
 * reviewers independent. The stars are no secret, because ratings are public.
 */
export const fewestWantedRatings = 1
export const mostWantedRatings = 5

/** How long a claim lasts without a renewal, in milliseconds. */
export const claimMs = 10 * 60 * 1000
