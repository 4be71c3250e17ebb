// What the rating form of admins says about the five criteria.

import { perCriterion, type Criteria } from '@thirty/contracts/judging/ratings.ts'
import { criteria } from '../../shared/charts/ratings/criteria.ts'
import { formatList } from '../../shared/format/format-list.ts'
import { t } from '../../shared/i18n/t.ts'

/** The criteria in the order of the form, which writes one of them as the export does. */
export const ratedCriteria = criteria.map(({ key, label }) => ({
  key,
  label: key === 'codeQuality' ? t('adminRating.codeQuality') : label,
}))

export const emptyCriteria: Criteria = perCriterion(() => 0)

/** Returns how many of the criteria have stars. */
export const countRated = (given: Criteria): number =>
  ratedCriteria.filter(({ key }) => given[key] > 0).length

/** Names the criteria without stars: "Usability counts as 0 until you rate it." Returns undefined once all are rated. */
export function formatUnratedNote(given: Criteria): string | undefined {
  const unrated = ratedCriteria.filter(({ key }) => given[key] === 0).map(({ label }) => label)
  if (unrated.length === 0) return undefined
  return t('adminRating.unrated', { count: unrated.length, criteria: formatList(unrated) })
}
