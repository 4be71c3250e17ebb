// A score as stars, and the star itself, which `star-input.tsx` also shows.

import { t, formatScore } from '../../i18n/t.ts'
import css from './star-rating.module.css'

/** A score as stars with its one-decimal number, and the number of ratings. */
export const StarRating = ({ value, count, size = 17 }: { value: number; count?: number; size?: number }) => (
  <span className={css.shown}>
    <Stars value={value} size={size} className={css.stars} />
    <span className={css.number} aria-hidden="true">
      {formatScore(value)}
    </span>
    {count !== undefined && <span className={css.count}>{t('ratingInput.ratings', { count })}</span>}
  </span>
)

type StarsProps = { value: number; size: number; className: string | undefined }

/** The five stars of a score: one full star per whole point, a half star from x.5 up. */
export const Stars = ({ value, size, className }: StarsProps) => (
  <span
    className={className}
    role="img"
    aria-label={t('common.valueOf5Stars', { value: formatScore(value) })}
  >
    {[0, 1, 2, 3, 4].map((index) => {
      const part = value >= index + 0.5 ? 'half' : 'empty'
      return <Star key={index} fill={value >= index + 1 ? 'full' : part} size={size} filledWhenEmpty />
    })}
  </span>
)

const outline = 'M12 2.6l2.9 5.9 6.5.95-4.7 4.58 1.1 6.47L12 17.45l-5.8 3.05 1.1-6.47-4.7-4.58 6.5-.95z'
const leftHalf = 'M12 2.6L9.1 8.5l-6.5.95 4.7 4.58-1.1 6.47L12 17.45z'

export type StarFill = 'empty' | 'half' | 'full' | 'preview'

type StarProps = { fill: StarFill; size?: number; filledWhenEmpty?: boolean }

/** One star. An empty star is outlined, or filled if `filledWhenEmpty`. */
export const Star = ({ fill, size = 30, filledWhenEmpty = false }: StarProps) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    aria-hidden="true"
    className={css.star}
    data-fill={fill}
    data-picture
  >
    <path d={outline} className={filledWhenEmpty ? css.ground : css.body} />
    {fill === 'half' && <path d={leftHalf} className={css.half} />}
  </svg>
)
