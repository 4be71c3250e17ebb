// The criteria as bars, each with its difference to the day's average.

import type { Criteria, Criterion } from '@thirty/contracts/judging/ratings.ts'
import { CriteriaBar } from '../../ui/rating/criteria-bar.tsx'
import { criteria, formatDifference } from './criteria.ts'
import css from './criteria-bars.module.css'

type CriteriaBarsProps = {
  values: Criteria
  /** The day's average; null where there is none. */
  average?: Partial<Record<Criterion, number | null>> | undefined
}

export const CriteriaBars = ({ values, average }: CriteriaBarsProps) => (
  <ul className={css.bars}>
    {criteria.map(({ key, label }) => (
      <li key={key}>
        <CriteriaBar label={label} value={values[key]} />
        <Difference value={values[key]} average={average?.[key]} />
      </li>
    ))}
  </ul>
)

type DifferenceProps = { value: number; average: number | null | undefined }

const Difference = ({ value, average }: DifferenceProps) => {
  // 0 means "not rated".
  if (value === 0 || average === null || average === undefined) return null
  return (
    <span className={css.difference} data-above={value > average || undefined}>
      {formatDifference(value, average)}
    </span>
  )
}
