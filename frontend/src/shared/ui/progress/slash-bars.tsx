// Bars of slashes: a progress, and the score of a criterion.

import { formatScore, t } from '../../i18n/t.ts'
import criteria from './criteria-bar.module.css'
import css from './slash-progress.module.css'

type SlashProgressProps = {
  total: number
  /** May be a fraction, such as 7.4 of 20. */
  done: number
  label: string
  /** The progress as text, such as "Day 19 of 30, 60 percent done". */
  valueText: string
  /** The number of the slash that is drawn in marigold, from 1. */
  highlight?: number | undefined
  /** Height of the row in px. */
  height?: number | undefined
  /** The height of each slash as a share of `height`, 0 to 1; default: 1. */
  heights?: readonly number[] | undefined
}

export const SlashProgress = ({ total, done, height = 16, ...props }: SlashProgressProps) => (
  <div
    role="progressbar"
    aria-label={props.label}
    aria-valuemin={0}
    aria-valuemax={total}
    aria-valuenow={Math.round(done * 10) / 10}
    aria-valuetext={props.valueText}
    className={css.progress}
    style={{ '--height': `${height}px` }}
  >
    {slashFills(total, done).map((fill, index) => (
      <span
        key={index}
        className={css.slash}
        data-slash
        data-fill={fillKind(fill)}
        data-now={index + 1 === props.highlight || undefined}
        style={{ '--fill': `${fill * 100}%`, '--tall': props.heights?.[index] ?? 1 }}
      />
    ))}
  </div>
)

type CriteriaBarProps = { value: number; label?: string; small?: boolean }

/** The score of one criterion, 0 to 5: slashes filled in steps of a tenth, and the number. */
export const CriteriaBar = ({ value, label, small = false }: CriteriaBarProps) => (
  <span
    className={small ? `${criteria.bar} ${criteria.small}` : criteria.bar}
    role="img"
    aria-label={
      label
        ? t('ratingInput.labelledValueOf5', { label, value: formatScore(value) })
        : t('ratingInput.valueOf5', { value: formatScore(value) })
    }
  >
    {label && <span className={criteria.label}>{label}</span>}
    <span className={criteria.slashes}>
      {slashFills(5, value).map((fill, index) => (
        <span
          key={index}
          className={criteria.slash}
          data-slash
          data-fill={fillKind(fill)}
          style={{ '--fill': `${fill * 100}%` }}
        />
      ))}
    </span>
    <span className={criteria.number}>{formatScore(value)}</span>
  </span>
)

/** Returns `data-fill` of a slash. Empty and full ones have their own styles: a gradient with a hard stop at either end shows a seam. */
const fillKind = (fill: number) => (fill === 0 ? undefined : fill === 1 ? 'full' : 'part')

/** Returns how far each of `total` slashes is filled, 0 to 1, if `done` of them are done. */
export const slashFills = (total: number, done: number): number[] =>
  Array.from({ length: total }, (_, index) => Math.round(Math.min(1, Math.max(0, done - index)) * 100) / 100)
