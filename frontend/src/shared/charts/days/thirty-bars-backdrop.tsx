import type { DayMark } from './day-mark.ts'
import { difficultyShare } from './challenge-route-geometry.ts'
import { barPath, slant, slantTransform } from '../slanted-bars.ts'
import { useElementWidth } from '../use-element-width.ts'
import css from './thirty-bars-backdrop.module.css'

type ThirtyBarsBackdropProps = {
  days: readonly DayMark[]
  /** Shows the day numbers at the bottom of the bars. */
  numbers?: boolean | undefined
  /** Reduces the contrast, for a backdrop behind a card. */
  dim?: boolean | undefined
  /** Height of the tallest bar in px. */
  height?: number | undefined
}

const barClass = (mark: DayMark) => {
  if (mark.state.startsWith('today')) return css.today
  if (mark.state === 'to-come') return css.toCome
  return mark.difficulty === 1 ? css.low : css.high
}

/** The day number must be readable on its own bar. */
const numberClass = (mark: DayMark) => {
  if (mark.state === 'to-come') return css.quiet
  return mark.difficulty === 1 && !mark.state.startsWith('today') ? css.number : css.onBright
}

/** The thirty days as a backdrop that bleeds off both edges. Decorative: text beside it says the same. */
export const ThirtyBarsBackdrop = ({
  days,
  numbers = false,
  dim = false,
  height = 210,
}: ThirtyBarsBackdropProps) => {
  const [ref, availableWidth] = useElementWidth(1440)
  const pitch = Math.max(12, availableWidth / days.length)
  const width = pitch * 0.81
  const left = (index: number) => (index - 0.1) * pitch
  return (
    <div ref={ref} className={css.place} data-dim={dim || undefined} aria-hidden="true">
      <svg width={availableWidth} height={height} data-picture>
        <g transform={slantTransform(height)}>
          {days.map((mark, index) => (
            <path
              key={mark.day}
              d={barPath(left(index), width, difficultyShare(mark) * height + 8, 6)}
              transform="translate(0 8)"
              className={barClass(mark)}
            />
          ))}
        </g>
        {numbers &&
          pitch > 30 &&
          days.map((mark, index) => (
            <text
              key={mark.day}
              x={left(index) + width / 2 + 16 * slant}
              y={height - 16}
              textAnchor="middle"
              className={numberClass(mark)}
              data-on-plate
            >
              {mark.day}
            </text>
          ))}
      </svg>
    </div>
  )
}
