import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { criterionLabels, perCriterion, type Criterion } from '@thirty/contracts/judging/ratings.ts'
import type { ProjectsSource } from '../card-loader.ts'
import { indexNamesOf } from '../index-entries.ts'

/**
 * Returns the mean of each criterion, with one decimal, over the official ratings of the projects of these days, without rejected ones.
 * Uses only sums of indexes, which take constant time however many projects there are.
 */
export async function officialAverages(
  { store, readModel }: ProjectsSource,
  days: readonly number[],
): Promise<Record<Criterion, number | null>> {
  const total = async (names: readonly string[]): Promise<number> => {
    const sums = await Promise.all(names.map((name) => store.sum(readModel, name)))
    return sums.reduce((sum, next) => sum + next, 0)
  }
  const means = perCriterion((): number | null => null)
  await Promise.all(
    criterionLabels.map(async ([criterion]) => {
      const names = days.map((day) => indexNamesOf(day).official[criterion])
      const [stars, given] = await Promise.all([
        total(names.map(({ stars: name }) => name)),
        total(names.map(({ given: name }) => name)),
      ])
      if (given > 0) means[criterion] = roundToOneDecimal(stars / given)
    }),
  )
  return means
}
