import { CriteriaBar } from '../../ui/rating/criteria-bar.tsx'
import { criteria, formatDifference } from './criteria.ts'
import type { CriteriaValues } from './criteria.ts'
import css from './criteria-bars.module.css'

type CriteriaBarsProps = {
  values: CriteriaValues
  average?: CriteriaValues | null | undefined
  small?: boolean | undefined
}

/** The five criteria as bars, each with its difference to the day's average. */
export const CriteriaBars = ({ values, average, small = false }: CriteriaBarsProps) => (
  <ul className={css.bars} data-small={small || undefined}>
    {criteria.map(({ key, label }) => (
      <li key={key}>
        <CriteriaBar label={label} value={values[key]} small={small} />
        {average && <span className={css.difference}>{formatDifference(values[key], average[key])}</span>}
      </li>
    ))}
  </ul>
)
