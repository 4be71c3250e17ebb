import { CriteriaBar } from '../../../shared/ui/rating/criteria-bar.tsx'
import css from './illustrations.module.css'

/** An example of a rating: nobody's in particular, and marked as one. */
const example = [
  { label: 'Creativity', value: 4.8 },
  { label: 'Functionality', value: 4.6 },
  { label: 'Code quality', value: 4.4 },
  { label: 'Theme', value: 4.2 },
] as const

export const RatingIllustration = () => (
  <figure className={css.rating}>
    <Diamond />
    <div className={css.bars}>
      {example.map(({ label, value }) => (
        <CriteriaBar key={label} label={label} value={value} small />
      ))}
    </div>
    <figcaption className={css.caption}>Example of a rating</figcaption>
  </figure>
)

const reach = 74

/** The four values as corners: up, right, down, left. */
const corners = (values: readonly number[]) =>
  values
    .map((value, at) => {
      const far = (value / 5) * reach
      return [`0,${-far}`, `${far},0`, `0,${far}`, `${-far},0`][at]
    })
    .join(' ')

const Diamond = () => (
  <svg viewBox="-80 -80 160 160" className={css.diamond} aria-hidden="true" data-picture>
    {[1, 3, 5].map((ring) => (
      <polygon key={ring} points={corners([ring, ring, ring, ring])} className={css.web} />
    ))}
    <line y1={-reach} y2={reach} className={css.web} />
    <line x1={-reach} x2={reach} className={css.web} />
    <polygon points={corners(example.map(({ value }) => value))} className={css.values} />
  </svg>
)
