import { criterionLabels, type Criteria } from '@thirty/contracts/rules/ratings.ts'

export const emptyCriteria: Criteria = {
  functionality: 0,
  design: 0,
  innovation: 0,
  codeQuality: 0,
  completeness: 0,
}

/** Returns how many of the five criteria have stars. */
export const countRated = (criteria: Criteria): number =>
  criterionLabels.filter(([key]) => criteria[key] > 0).length

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** Names the criteria without stars: "Usability counts as 0 until you rate it." Returns undefined once all are rated. */
export function formatUnratedNote(criteria: Criteria): string | undefined {
  const unrated = criterionLabels.filter(([key]) => criteria[key] === 0).map(([, name]) => name)
  if (unrated.length === 0) return undefined
  const [verb, pronoun] = unrated.length === 1 ? ['counts', 'it'] : ['count', 'them']
  return `${listFormat.format(unrated)} ${verb} as 0 until you rate ${pronoun}.`
}
