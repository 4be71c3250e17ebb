import type { Criteria } from '@thirty/contracts/judging/ratings.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { formatScore } from '../../shared/format/format-score.ts'
import { countRated } from './rated-criteria.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './score-preview.module.css'

/** The current average and how many criteria it is based on. Renders nothing until a star is set. */
export const ScorePreview = ({ criteria }: { criteria: Criteria }) => {
  const ratedCount = countRated(criteria)
  return (
    <output className={css.score}>
      {ratedCount > 0 && (
        <>
          <span className={css.figure}>
            <strong className={css.value}>{formatScore(calculateRatingAverage(criteria))}</strong>
            {'/5'}
          </span>
          {ratedCount < 5 && (
            <span className={css.base}>{t('adminRating.ratedCount', { count: ratedCount })}</span>
          )}
        </>
      )}
    </output>
  )
}
