import { fillKind, slashFills } from '../progress/slash-progress.tsx'
import { t, formatScore } from '../../i18n/t.ts'
import css from './criteria-bar.module.css'

type CriteriaBarProps = { value: number; label?: string; small?: boolean }

/** The score of one criterion, 0 to 5: slashes filled in steps of a tenth, and the number. */
export const CriteriaBar = ({ value, label, small = false }: CriteriaBarProps) => (
  <span
    className={small ? `${css.bar} ${css.small}` : css.bar}
    role="img"
    aria-label={
      label
        ? t('ratingInput.labelledValueOf5', { label, value: formatScore(value) })
        : t('ratingInput.valueOf5', { value: formatScore(value) })
    }
  >
    {label && <span className={css.label}>{label}</span>}
    <span className={css.slashes}>
      {slashFills(5, value).map((fill, index) => (
        <span
          key={index}
          className={css.slash}
          data-slash
          data-fill={fillKind(fill)}
          style={{ '--fill': `${fill * 100}%` }}
        />
      ))}
    </span>
    <span className={css.number}>{formatScore(value)}</span>
  </span>
)
