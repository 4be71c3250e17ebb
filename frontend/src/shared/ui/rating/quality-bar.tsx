import { formatNumber } from '../../i18n/t.ts'
import css from './quality-bar.module.css'

/** Returns the band of a quality, which is shown as a whole number. The four bands begin at 90, 75, 60 and 0. */
export const qualityBand = (exactValue: number) => {
  const value = Math.round(exactValue)
  if (value >= 90) return 'success'
  if (value >= 75) return 'info'
  return value >= 60 ? 'warning' : 'danger'
}

/** Quality from 0 to 100: a bar in the colour of its band, and the number. A dash before the first rating. */
export const QualityBar = ({ value }: { value: number | undefined }) => (
  <span className={css.quality}>
    {value !== undefined && (
      <span className={css.track} aria-hidden="true">
        <span
          className={css.bar}
          data-band={qualityBand(value)}
          style={{ width: `${Math.min(100, Math.max(0, value))}%` }}
        />
      </span>
    )}
    <span className={css.number}>{value === undefined ? '–' : formatNumber(Math.round(value))}</span>
  </span>
)
