import type { Criteria, Criterion } from '@thirty/contracts/rules/ratings.ts'
import { formatList } from '../../shared/format/format-list.ts'
import { t } from '../../shared/i18n/t.ts'

/** The criteria in the order of the form. */
export const ratedCriteria: readonly { key: Criterion; label: string }[] = [
  { key: 'functionality', label: t('common.functionality') },
  { key: 'design', label: t('common.design') },
  { key: 'innovation', label: t('common.creativity') },
  { key: 'codeQuality', label: t('adminRating.codeQuality') },
  { key: 'completeness', label: t('common.usability') },
]

export const emptyCriteria: Criteria = {
  functionality: 0,
  design: 0,
  innovation: 0,
  codeQuality: 0,
  completeness: 0,
}

/** Returns how many of the five criteria have stars. */
export const countRated = (criteria: Criteria): number =>
  ratedCriteria.filter(({ key }) => criteria[key] > 0).length

/** Names the criteria without stars: "Usability counts as 0 until you rate it." Returns undefined once all are rated. */
export function formatUnratedNote(criteria: Criteria): string | undefined {
  const unrated = ratedCriteria.filter(({ key }) => criteria[key] === 0).map(({ label }) => label)
  if (unrated.length === 0) return undefined
  return t('adminRating.unrated', { count: unrated.length, criteria: formatList(unrated) })
}
