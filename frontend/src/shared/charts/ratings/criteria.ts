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
  { key: 'functionality', label: 'Functionality' },
  { key: 'design', label: 'Design' },
  { key: 'innovation', label: 'Creativity' },
  { key: 'codeQuality', label: 'Code quality' },
  { key: 'completeness', label: 'Usability' },
]

/** Lists the criteria: "Functionality 4.7, Design 4.3, …". */
export const formatCriteria = (values: CriteriaValues) =>
  criteria.map(({ key, label }) => `${label} ${values[key].toFixed(1)}`).join(', ')

/** Formats the difference to the day's average: "+0.7 vs day", "−0.2 vs day", "same as the day". */
export const formatDifference = (value: number, average: number): string => {
  const difference = Math.round((value - average) * 10) / 10
  if (difference === 0) return 'same as the day'
  return `${difference > 0 ? '+' : '−'}${Math.abs(difference).toFixed(1)} vs day`
}
