// The thirty days as a backdrop that reaches beyond both edges. Decorative: the text beside it says the same.

import { type DayMark, difficultyShare, barPath, slant, slantTransform } from '../slanted-bars.ts'
import { useElementWidth } from '../chart-parts.tsx'
import css from './thirty-bars-backdrop.module.css'

/** The bars reach this many px below the bottom edge, which hides their round corners. */
const overhang = 8
/** Day numbers need this much space from one bar to the next, in px. */
const minPitchForNumbers = 30

/** Returns the classes of the bar of a day and of its number, whose colour must contrast with the bar. */
const lookOf = ({ state, difficulty }: DayMark) => {
  if (state.startsWith('today')) return { bar: css.today, number: css.brightNumber }
  if (state === 'to-come') return { bar: css.toCome, number: css.toComeNumber }
  return difficulty === 1
    ? { bar: css.low, number: css.lowNumber }
    : { bar: css.high, number: css.brightNumber }
}

type ThirtyBarsBackdropProps = {
  days: readonly DayMark[]
  /** Shows the day numbers at the bottom of the bars. */
  numbers?: boolean | undefined
  /** Reduces the contrast, for a backdrop behind a card. */
  dim?: boolean | undefined
  /** Height of the tallest bar in px. */
  height: number
}

export const ThirtyBarsBackdrop = ({ days, numbers, dim, height }: ThirtyBarsBackdropProps) => {
  const [ref, availableWidth] = useElementWidth(1440)
  /** Distance from one bar to the next in px. */
  const pitch = Math.max(12, availableWidth / days.length)
  const barWidth = pitch * 0.81
  const left = (index: number) => (index - 0.1) * pitch
  return (
    <div ref={ref} className={css.container} data-dim={dim || undefined} aria-hidden="true">
      <svg width={availableWidth} height={height} data-picture>
        <g transform={slantTransform(height)}>
          {days.map((mark, index) => (
            <path
              key={mark.day}
              d={barPath(left(index), barWidth, difficultyShare(mark) * height + overhang, 6)}
              transform={`translate(0 ${overhang})`}
              className={lookOf(mark).bar}
            />
          ))}
        </g>
        {numbers &&
          pitch > minPitchForNumbers &&
          days.map((mark, index) => (
            <text
              key={mark.day}
              x={left(index) + barWidth / 2 + 16 * slant}
              y={height - 16}
              textAnchor="middle"
              className={lookOf(mark).number}
              data-on-plate
            >
              {mark.day}
            </text>
          ))}
      </svg>
    </div>
  )
}
