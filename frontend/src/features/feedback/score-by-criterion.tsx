import type { RatingsResponse } from '@thirty/contracts/api/projects/ratings.ts'
import { criteria } from '../../shared/charts/ratings/criteria.ts'
import type { CriteriaValues } from '../../shared/charts/ratings/criteria.ts'
import { CriteriaBars } from '../../shared/charts/ratings/criteria-bars.tsx'
import { CriteriaRadar } from '../../shared/charts/ratings/criteria-radar.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import css from './feedback.module.css'

type Averages = RatingsResponse['averages']

/** The averages of the five criteria as a radar chart, which is also offered as a table, and as bars. */
export const ScoreByCriterion = ({ averages }: { averages: Averages }) => {
  const values = toValues(averages)
  const unrated = criteria.filter(({ key }) => averages[key] === null).map(({ label }) => label)
  return (
    <Card as="section" padding="none" className={css.criteria} aria-labelledby="criteria-title">
      <div className={css.radar}>
        <CriteriaRadar values={values} />
      </div>
      <div className={css.bars}>
        <h2 id="criteria-title">Score by criterion</h2>
        <CriteriaBars values={values} />
        <Extremes averages={averages} />
        {unrated.length > 0 && <p className={css.note}>Not rated: {unrated.join(', ')}.</p>}
      </div>
    </Card>
  )
}

const toValues = (averages: Averages): CriteriaValues => ({
  functionality: averages.functionality ?? 0,
  design: averages.design ?? 0,
  innovation: averages.innovation ?? 0,
  codeQuality: averages.codeQuality ?? 0,
  completeness: averages.completeness ?? 0,
})

/** Names the best and the worst criterion, if they differ. */
const Extremes = ({ averages }: { averages: Averages }) => {
  const rated = criteria
    .flatMap(({ key, label }) => {
      const value = averages[key]
      return value === null ? [] : [{ label, value }]
    })
    .sort((left, right) => right.value - left.value)
  const [best, worst] = [rated[0], rated.at(-1)]
  if (!best || !worst || best.value === worst.value) return null
  return (
    <p className={css.extremes}>
      <span>
        Strongest: <strong>{best.label}</strong>
      </span>
      <span>
        Most to gain: <strong>{worst.label}</strong>
      </span>
    </p>
  )
}
