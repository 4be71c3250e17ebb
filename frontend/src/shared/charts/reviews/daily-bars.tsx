import type { ReactNode } from 'react'
import { participationBars } from '../participation/participation-geometry.ts'
import { gridStep } from '../submissions/stack-geometry.ts'
import { useElementWidth } from '../use-element-width.ts'
import css from './daily-bars.module.css'

type Series = { name: string; tone: 'soft' | 'strong' | 'waiting'; values: readonly number[] }

type DailyBarsProps = {
  /** Says in a sentence what the chart shows. */
  label: string
  /** The short dates of the days, the oldest first; the last one is today. */
  days: readonly string[]
  /** The later series are in front of the earlier ones. */
  series: readonly Series[]
  formatValue: (value: number) => string
  /** The data as a table. */
  table: ReactNode
}

const axisWidth = 46
const topPadding = 8
const labelHeight = 24
const height = 110

/** Values of consecutive days as bars. */
export const DailyBars = ({ label, days, series, formatValue, table }: DailyBarsProps) => {
  const [ref, width] = useElementWidth(480)
  const step = gridStep(Math.max(1, ...series.flatMap(({ values }) => values)))
  const layout = { today: days.length + 1, maxValue: step * 3, width: width - axisWidth, height }
  const barsOf = (values: readonly number[]) =>
    participationBars(
      values.map((active, index) => ({ day: index + 1, active })),
      layout,
    )
  const places = barsOf(days.map(() => 0))
  const labelled = new Set([1, Math.ceil(days.length / 2), days.length])
  return (
    <div ref={ref} className={css.container}>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={topPadding + height + labelHeight}
        data-picture
      >
        <g transform={`translate(0 ${topPadding})`}>
          {[0, 1, 2, 3].map((line) => {
            const y = height - (line / 3) * height
            return (
              <g key={line}>
                <line x1={axisWidth} x2={width} y1={y} y2={y} className={css.grid} />
                <text x={axisWidth - 8} y={y + 4} textAnchor="end" className={css.number}>
                  {formatValue(line * step)}
                </text>
              </g>
            )
          })}
          <g transform={`translate(${axisWidth} ${height})`}>
            {series.map(({ name, tone, values }) =>
              barsOf(values).map(({ day, path }, index) => (
                <path
                  key={`${name} ${day}`}
                  d={path}
                  className={values[index] ? css[tone] : css.none}
                  data-value={values[index]}
                />
              )),
            )}
          </g>
          {places
            .filter(({ day }) => labelled.has(day))
            .map(({ day, left, width: barWidth }) => (
              <text
                key={day}
                x={day === days.length ? width : axisWidth + left + barWidth / 2}
                y={height + 17}
                textAnchor={day === 1 ? 'start' : day === days.length ? 'end' : 'middle'}
                className={css.number}
              >
                {days[day - 1]}
              </text>
            ))}
        </g>
      </svg>
      <div className={css.foot}>
        <ul className={css.legend}>
          {series.map(({ name, tone }) => (
            <li key={name} data-tone={tone}>
              {name}
            </li>
          ))}
        </ul>
        {table}
      </div>
    </div>
  )
}
