// The averages of the criteria beside the averages of the day, as bars and as a radar chart, which is also offered as a table.

import type { RatingsResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { criteria } from '../../shared/charts/ratings/criteria.ts'
import { CriteriaBars } from '../../shared/charts/ratings/criteria-bars.tsx'
import { CriteriaRadar } from '../../shared/charts/ratings/criteria-radar.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './feedback.module.css'

type Averages = RatingsResponse['averages']

type ScoreByCriterionProps = {
  averages: Averages
  /** The official averages of all projects of the day. */
  day: { day: number; averages: Averages }
}

export const ScoreByCriterion = ({ averages, day }: ScoreByCriterionProps) => {
  const values = toValues(averages)
  const hasDay = Object.values(day.averages).some((average) => average !== null)
  const isDayComplete = Object.values(day.averages).every((average) => average !== null)
  const unrated = criteria.filter(({ key }) => averages[key] === null).map(({ label }) => label)
  return (
    <Card as="section" padding="none" className={css.criteria} aria-labelledby="criteria-title">
      <div className={css.radar}>
        <CriteriaRadar
          values={values}
          average={isDayComplete ? { day: day.day, values: toValues(day.averages) } : undefined}
        />
      </div>
      <div className={css.bars}>
        <h2 id="criteria-title">{t('feedback.scoreByCriterion')}</h2>
        <CriteriaBars values={values} average={day.averages} />
        <Extremes averages={averages} />
        {unrated.length > 0 && (
          <p className={css.note}>{t('feedback.notRatedCriteria', { criteria: unrated.join(', ') })}</p>
        )}
        {hasDay && <p className={css.note}>{t('feedback.comparedWith', { day: day.day })}</p>}
      </div>
    </Card>
  )
}

const toValues = (averages: Averages) => perCriterion((criterion) => averages[criterion] ?? 0)

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
      <span>{t.rich('feedback.strongest', { criterion: best.label })}</span>
      <span>{t.rich('feedback.mostToGain', { criterion: worst.label })}</span>
    </p>
  )
}
