import { criterionLabels, type Criteria } from '@thirty/contracts/rules/ratings.ts'

export const emptyCriteria: Criteria = {
  functionality: 0,
  design: 0,
  innovation: 0,
  codeQuality: 0,
  completeness: 0,
}

/** How many of the five have stars. */
export const countRated = (criteria: Criteria): number =>
  criterionLabels.filter(([key]) => criteria[key] > 0).length

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** What the zeros mean for the average, e.g. "Usability counts as 0 until you rate it."; nothing once all five are rated. */
export function formatUnratedNote(criteria: Criteria): string | undefined {
  const missing = criterionLabels.filter(([key]) => criteria[key] === 0).map(([, name]) => name)
  if (missing.length === 0) return undefined
  const [verb, it] = missing.length === 1 ? ['counts', 'it'] : ['count', 'them']
  return `${list.format(missing)} ${verb} as 0 until you rate ${it}.`
}
