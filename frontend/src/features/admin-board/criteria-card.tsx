import { criteria } from '../../shared/charts/ratings/criteria.ts'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { CriteriaBar } from '../../shared/ui/rating/criteria-bar.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { useAdminBoard } from './admin-board-store.ts'
import css from './chart-card.module.css'

/** The average official rating per criterion. */
export const CriteriaCard = () => {
  const statistics = useAdminBoard((board) => board.statistics)
  return (
    <Card as="section" padding="large" className={css.card}>
      <CardTitle>Average by criterion</CardTitle>
      {statistics.state !== 'ready' && <Skeleton shape="block" height="216px" />}
      {statistics.state === 'ready' && !statistics.value.criteria && (
        <p className={css.missing}>Not available</p>
      )}
      {statistics.state === 'ready' && statistics.value.criteria && (
        <Bars averages={statistics.value.criteria} />
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
              {label} <span>Not rated yet</span>
            </p>
          ) : (
            <CriteriaBar label={label} value={average} />
          )}
        </li>
      )
    })}
  </ul>
)
