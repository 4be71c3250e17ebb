import { formatScore } from '../../format/format-score.ts'
import { t } from '../../i18n/t.ts'

/** The five criteria of a rating, 0 to 5 each. */
export type CriteriaValues = {
  functionality: number
  design: number
  innovation: number
  codeQuality: number
  completeness: number
}

/** Order and labels of the criteria in every chart and form. */
export const criteria: readonly { key: keyof CriteriaValues; label: string }[] = [
  { key: 'functionality', label: t('common.functionality') },
  { key: 'design', label: t('common.design') },
  { key: 'innovation', label: t('common.creativity') },
  { key: 'codeQuality', label: t('common.codeQuality') },
  { key: 'completeness', label: t('common.usability') },
]

/** Lists the criteria: "Functionality 4.7, Design 4.3, …". */
export const formatCriteria = (values: CriteriaValues) =>
  criteria.map(({ key, label }) => `${label} ${formatScore(values[key])}`).join(', ')

/** Formats the difference to the day's average: "+0.7 vs day", "−0.2 vs day", "same as the day". */
export const formatDifference = (value: number, average: number): string => {
  const difference = Math.round((value - average) * 10) / 10
  if (difference === 0) return t('ratingCharts.sameAsDay')
  return t('ratingCharts.comparedWithDay', {
    difference: `${difference > 0 ? '+' : '−'}${formatScore(Math.abs(difference))}`,
  })
}
