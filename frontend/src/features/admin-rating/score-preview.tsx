import type { Criteria } from '@thirty/contracts/rules/ratings.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { countRated } from './rating.ts'
import css from './score-preview.module.css'

/** The rating as it stands, with what it stands on. Nothing until a star is set. */
export const ScorePreview = ({ criteria }: { criteria: Criteria }) => {
  const rated = countRated(criteria)
  return (
    <output className={css.score}>
      {rated > 0 && (
        <>
          <span className={css.figure}>
            <strong>{calculateRatingAverage(criteria).toFixed(1)}</strong>/5
          </span>
          {rated < 5 && <span className={css.base}>rated {rated} of 5 criteria</span>}
        </>
      )}
    </output>
  )
}
