import { criterionLabels, type Criteria, type Criterion } from '@thirty/contracts/judging/ratings.ts'
import { t, formatScore } from '../../i18n/t.ts'

/** What screens call the criteria. */
export const criterionTexts: Readonly<Record<Criterion, string>> = {
  functionality: t('common.functionality'),
  design: t('common.design'),
  innovation: t('common.creativity'),
  codeQuality: t('common.codeQuality'),
  completeness: t('common.usability'),
}

/** Order and labels of the criteria in every chart and form. */
export const criteria = criterionLabels.map(([key]) => ({ key, label: criterionTexts[key] }))

/** Lists the criteria: "Functionality 4.7, Design 4.3, …". */
export const formatCriteria = (values: Criteria) =>
  criteria.map(({ key, label }) => `${label} ${formatScore(values[key])}`).join(', ')
