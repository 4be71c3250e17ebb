import { Star } from './star.tsx'
import { starParts } from './star-parts.ts'
import { formatScore } from '../../format/format-score.ts'
import { t } from '../../i18n/t.ts'
import css from './star-rating.module.css'

type StarRatingProps = { value: number; count?: number; size?: number }

/** A score as stars with its one-decimal number, and the number of ratings. */
export const StarRating = ({ value, count, size = 17 }: StarRatingProps) => {
  const ratings = count === undefined ? '' : t('ratingInput.ratings', { count })
  return (
    <span className={css.shown}>
      <span
        className={css.stars}
        role="img"
        aria-label={t('common.valueOf5Stars', { value: formatScore(value) })}
      >
        {starParts(value).map((fill, index) => (
          // The positions are fixed, so the index is a stable key.
          <Star key={index} fill={fill} size={size} filledWhenEmpty />
        ))}
      </span>
      <span className={css.number} aria-hidden="true">
        {formatScore(value)}
      </span>
      {ratings && <span className={css.count}>{ratings}</span>}
    </span>
  )
}
