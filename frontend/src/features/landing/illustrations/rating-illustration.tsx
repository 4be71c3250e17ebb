import { CriteriaBar } from '../../../shared/ui/rating/criteria-bar.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './illustrations.module.css'

/** An invented rating, captioned as an example. */
const example = [
  { label: t('common.creativity'), value: 4.8 },
  { label: t('common.functionality'), value: 4.6 },
  { label: t('common.codeQuality'), value: 4.4 },
  { label: t('landing.theme'), value: 4.2 },
] as const

export const RatingIllustration = () => (
  <figure className={css.rating}>
    <Diamond />
    <div className={css.bars}>
      {example.map(({ label, value }) => (
        <CriteriaBar key={label} label={label} value={value} small />
      ))}
    </div>
    <figcaption className={css.caption}>{t('landing.exampleOfRating')}</figcaption>
  </figure>
)

const radius = 74

/** Returns the corners of a polygon for four values: top, right, bottom, left. */
const corners = (values: readonly number[]) =>
  values
    .map((value, index) => {
      const distance = (value / 5) * radius
      return [`0,${-distance}`, `${distance},0`, `0,${distance}`, `${-distance},0`][index]
    })
    .join(' ')

const Diamond = () => (
  <svg viewBox="-80 -80 160 160" className={css.diamond} aria-hidden="true" data-picture>
    {[1, 3, 5].map((ring) => (
      <polygon key={ring} points={corners([ring, ring, ring, ring])} className={css.web} />
    ))}
    <line y1={-radius} y2={radius} className={css.web} />
    <line x1={-radius} x2={radius} className={css.web} />
    <polygon points={corners(example.map(({ value }) => value))} className={css.values} />
  </svg>
)
