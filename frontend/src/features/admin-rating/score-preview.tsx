import type { Criteria } from '@thirty/contracts/rules/ratings.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { countRated } from './rating.ts'
import css from './score-preview.module.css'

/** The current average and how many criteria it is based on. Renders nothing until a star is set. */
export const ScorePreview = ({ criteria }: { criteria: Criteria }) => {
  const ratedCount = countRated(criteria)
  return (
    <output className={css.score}>
      {ratedCount > 0 && (
        <>
          <span className={css.figure}>
            <strong className={css.value}>{calculateRatingAverage(criteria).toFixed(1)}</strong>/5
          </span>
          {ratedCount < 5 && <span className={css.base}>rated {ratedCount} of 5 criteria</span>}
        </>
      )}
    </output>
  )
}
