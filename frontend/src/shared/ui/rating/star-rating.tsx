import { Star } from './star.tsx'
import { starParts } from './star-parts.ts'
import css from './star-rating.module.css'

type StarRatingProps = { value: number; count?: number; size?: number }

/** A score as stars with its one-decimal number, and the number of ratings. */
export const StarRating = ({ value, count, size = 17 }: StarRatingProps) => {
  const ratings = count === undefined ? '' : `${count} ${count === 1 ? 'rating' : 'ratings'}`
  return (
    <span className={css.shown}>
      <span className={css.stars} role="img" aria-label={`${value.toFixed(1)} of 5 stars`}>
        {starParts(value).map((fill, index) => (
          // The positions are fixed, so the index is a stable key.
          <Star key={index} fill={fill} size={size} filledWhenEmpty />
        ))}
      </span>
      <span className={css.number} aria-hidden="true">
        {value.toFixed(1)}
      </span>
      {ratings && <span className={css.count}>{ratings}</span>}
    </span>
  )
}
