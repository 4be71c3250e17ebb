import {
  isAdmin,
  type Actor,
  type Contest,
  type ModelProject,
  type ModelScales,
  type ModelScoring,
  type ScaleSums,
  type Stars,
} from './world.ts'

type ModelScale = { ratings: number; mean: number; deviation: number }

export const defaultScoring: ModelScoring = {
  weights: { projects: 30, quality: 5, streak: 20 },
  excluded: [],
}

/** Decision 0101: a contest has the scoring of its latest change. */
export const scoringOf = ({ scorings }: Pick<Contest, 'scorings'>): ModelScoring =>
  scorings.at(-1) ?? defaultScoring

/** Returns the number of the change that set the current scoring. */
export const changeInForce = ({ scorings }: Pick<Contest, 'scorings'>): number => scorings.at(-1)?.change ?? 0

export const isSameScoring = (left: ModelScoring, right: ModelScoring): boolean =>
  keyOf(left) === keyOf(right)

const keyOf = ({ weights: { projects, quality, streak }, excluded, scales }: ModelScoring): string =>
  JSON.stringify([
    [projects, quality, streak],
    excluded.toSorted(),
    scales === undefined ? null : [...scales].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ])

/** Section 6: submitted and approved projects count. */
export const isCounted = ({ status }: ModelProject): boolean =>
  status === 'submitted' || status === 'approved'

/** Returns the scales of the reviewers: of the official ratings of the projects that count. */
export function scalesOf(projects: Contest['projects']): ModelScales {
  const scales = new Map<Actor, ScaleSums>()
  for (const { ratings } of [...projects.values()].filter(isCounted))
    for (const [reviewer, stars] of ratings) {
      if (!isAdmin(reviewer)) continue
      const known = scales.get(reviewer) ?? noRatings
      const tenths = tenthsOf(stars)
      scales.set(reviewer, plus(known, { ratings: 1, tenths, squares: tenths ** 2 }))
    }
  return scales
}

const noRatings: ScaleSums = { ratings: 0, tenths: 0, squares: 0 }
const plus = (left: ScaleSums, right: ScaleSums): ScaleSums => ({
  ratings: left.ratings + right.ratings,
  tenths: left.tenths + right.tenths,
  squares: left.squares + right.squares,
})

/** Returns the official average with which a project counts, in tenths of a star; missing without an official rating. */
export function countedTenths({ ratings }: ModelProject, { scales }: ModelScoring): number | undefined {
  const official = [...ratings].filter(([reviewer]) => isAdmin(reviewer))
  if (official.length === 0) return undefined
  const sum = official.reduce((total, [reviewer, stars]) => {
    const tenths = tenthsOf(stars)
    return total + (scales ? normalisedTenths(reviewer, tenths, scales) : tenths)
  }, 0)
  return roundedQuotient(sum, official.length)
}

/**
 * The z-score of a rating on the scale of its reviewer, put on the scale of all reviewers. The scale of the reviewer is first drawn
 * towards that of all, as if three further ratings were as all are; with fewer than five ratings, its spread is that of all.
 */
function normalisedTenths(reviewer: Actor, tenths: number, scales: ModelScales): number {
  const own = scales.get(reviewer)
  if (own === undefined) return tenths
  const all = [...scales.values()].reduce(plus, noRatings)
  const towardsAll = (ofOwn: number, ofAll: number) => (own.ratings * ofOwn + 3 * ofAll) / (own.ratings + 3)
  const mean = towardsAll(meanOf(own), meanOf(all))
  const hasSpread = own.ratings >= 5 && spreadOf(own) > 0
  const spread = hasSpread ? towardsAll(spreadOf(own), spreadOf(all)) : spreadOf(all)
  const stretched = spread === 0 ? tenths - mean : ((tenths - mean) * spreadOf(all)) / spread
  // A quotient that is a half but for the last bits is rounded up.
  return Math.floor(Math.min(50, Math.max(0, meanOf(all) + stretched)) + 0.5 + 5e-7)
}

/** Returns the number of ratings, their mean and their deviation, in stars. */
export const scaleOf = (sums: ScaleSums): ModelScale =>
  roundedScale({ ratings: sums.ratings, mean: meanOf(sums) / 10, deviation: spreadOf(sums) / 10 })

/** Without the last bits, which depend on the order of a computation. */
export const roundedScale = ({ ratings, mean, deviation }: ModelScale): ModelScale => ({
  ratings,
  mean: Number(mean.toFixed(9)),
  deviation: Number(deviation.toFixed(9)),
})

const meanOf = ({ ratings, tenths }: ScaleSums): number => tenths / ratings
const spreadOf = ({ ratings, tenths, squares }: ScaleSums): number =>
  Math.sqrt(ratings * squares - tenths ** 2) / ratings

/** The average of five criteria, 0–5 stars each, in tenths. */
const tenthsOf = (stars: Stars): number => stars.reduce((sum, value) => sum + 2 * value, 0)

/** Rounds half up. */
export const roundedQuotient = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor))

/** Section 5: the mean of the averages of all ratings, rounded half up to one decimal; 0 without any. */
export function averageRating({ ratings }: Pick<ModelProject, 'ratings'>): number {
  const sum = [...ratings.values()].reduce((total, stars) => total + tenthsOf(stars), 0)
  return ratings.size === 0 ? 0 : roundedQuotient(sum, ratings.size) / 10
}
