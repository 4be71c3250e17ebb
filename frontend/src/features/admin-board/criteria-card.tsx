import { criteria } from '../../shared/charts/ratings/criteria.ts'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { CriteriaBar } from '../../shared/ui/rating/criteria-bar.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { statisticsStore } from './admin-board-stores.ts'
import { t } from './messages/t.ts'
import css from './chart-card.module.css'

/** The average official rating per criterion. */
export const CriteriaCard = () => {
  const statistics = statisticsStore.use((store) => store.view)
  return (
    <Card as="section" padding="large" className={css.card}>
      <CardTitle>{t('averageByCriterion')}</CardTitle>
      {statistics.state !== 'ready' && <Skeleton shape="block" height="216px" />}
      {statistics.state === 'ready' && !statistics.data.figures.criteria && (
        <p className={css.missing}>{t('notAvailable')}</p>
      )}
      {statistics.state === 'ready' && statistics.data.figures.criteria && (
        <Bars averages={statistics.data.figures.criteria} />
      )}
    </Card>
  )
}

type Averages = Record<(typeof criteria)[number]['key'], number | null>

const Bars = ({ averages }: { averages: Averages }) => (
  <ul className={css.criteria}>
    {criteria.map(({ key, label }) => {
      const average = averages[key]
      return (
        <li key={key}>
          {average === null ? (
            <p className={css.unrated}>
              {label} <span>{t('notRatedYet')}</span>
            </p>
          ) : (
            <CriteriaBar label={label} value={average} />
          )}
        </li>
      )
    })}
  </ul>
)
