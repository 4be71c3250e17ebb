import { t } from '../../i18n/t.ts'
import css from './rating-distribution.module.css'

type RatingDistributionProps = {
  /** The number of ratings with 5, 4, 3, 2 and 1 stars. */
  counts: readonly [number, number, number, number, number]
}

/** Bar chart of the ratings per number of stars, with the count at the end of each row. */
export const RatingDistribution = ({ counts }: RatingDistributionProps) => {
  const maxCount = Math.max(...counts, 1)
  return (
    <ul className={css.spread} aria-label={t('common.spread')}>
      {counts.map((count, index) => {
        const stars = 5 - index
        return (
          <li key={stars} aria-label={t('ratingCharts.starsAndRatings', { stars, count })}>
            <span aria-hidden="true">{stars}</span>
            <span className={css.track} aria-hidden="true">
              <span className={css.bar} style={{ width: `${(count / maxCount) * 100}%` }} />
            </span>
            <span className={css.count} aria-hidden="true">
              {count}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
