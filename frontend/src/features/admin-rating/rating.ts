import { criterionNames } from '@thirty/contracts/api/ratings.ts'
import type { Criteria } from '@thirty/contracts/api/ratings.ts'

export const unrated: Criteria = {
  functionality: 0,
  design: 0,
  innovation: 0,
  codeQuality: 0,
  completeness: 0,
}

/** How many of the five have stars. */
export const ratedCount = (criteria: Criteria): number =>
  criterionNames.filter(([key]) => criteria[key] > 0).length

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** What the zeros mean for the average, e.g. "Usability counts as 0 until you rate it."; nothing once all five are rated. */
export function zerosInWords(criteria: Criteria): string | undefined {
  const missing = criterionNames.filter(([key]) => criteria[key] === 0).map(([, name]) => name)
  if (missing.length === 0) return undefined
  const [verb, it] = missing.length === 1 ? ['counts', 'it'] : ['count', 'them']
  return `${list.format(missing)} ${verb} as 0 until you rate ${it}.`
}
