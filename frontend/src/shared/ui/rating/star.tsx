import css from './star.module.css'

const outline = 'M12 2.6l2.9 5.9 6.5.95-4.7 4.58 1.1 6.47L12 17.45l-5.8 3.05 1.1-6.47-4.7-4.58 6.5-.95z'
const leftHalf = 'M12 2.6L9.1 8.5l-6.5.95 4.7 4.58-1.1 6.47L12 17.45z'

export type StarFill = 'empty' | 'half' | 'full' | 'preview'

/** One star. An empty star is outlined, or filled if `filledWhenEmpty`. */
export const Star = ({
  fill,
  size = 30,
  filledWhenEmpty = false,
}: {
  fill: StarFill
  size?: number | undefined
  filledWhenEmpty?: boolean | undefined
}) => (
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
