import type { Criteria } from '@thirty/contracts/api/ratings.ts'
import { averageOf } from '@thirty/contracts/rules/points.ts'
import { ratedCount } from './rating.ts'
import css from './live-score.module.css'

/** The rating as it stands, with what it stands on. Nothing until a star is set. */
export const LiveScore = ({ criteria }: { criteria: Criteria }) => {
  const rated = ratedCount(criteria)
  return (
    <output className={css.score}>
      {rated > 0 && (
        <>
          <span className={css.figure}>
            <strong>{averageOf(criteria).toFixed(1)}</strong>/5
          </span>
          {rated < 5 && <span className={css.base}>rated {rated} of 5 criteria</span>}
        </>
      )}
    </output>
  )
}
