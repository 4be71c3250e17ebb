// A progress bar of slashes, and how far each slash is filled.

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

/** Returns `data-fill` of a slash. Empty and full ones have their own styles: a gradient with a hard stop at either end shows a seam. */
export const fillKind = (fill: number) => (fill === 0 ? undefined : fill === 1 ? 'full' : 'part')

/** Returns how far each of `total` slashes is filled, 0 to 1, if `done` of them are done. */
export const slashFills = (total: number, done: number): number[] =>
  Array.from({ length: total }, (_, index) => Math.round(Math.min(1, Math.max(0, done - index)) * 100) / 100)
