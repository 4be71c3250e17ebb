import type { ModelProject, Stars } from './world.ts'

/**
 * Section 5: the average over all five criteria, zeros included; of several ratings the mean of their averages, rounded half
 * up to one decimal. Computed in whole numbers: an average is a number of fifths.
 */
export function averageRating({ ratings }: Pick<ModelProject, 'ratings'>): number {
  if (ratings.size === 0) return 0
  const fifths = [...ratings.values()].reduce((sum, { stars }) => sum + sumOf(stars), 0)
  const tenths = Math.floor((4 * fifths + ratings.size) / (2 * ratings.size))
  return tenths / 10
}
const sumOf = (stars: Stars): number => stars.reduce((sum, value) => sum + value, 0)
