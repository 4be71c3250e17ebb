// The frame of charts of upright bars: axis and grid around the plot, legend and table below it, and the layout of the bars.

import type { ComponentProps, ReactNode } from 'react'
import { barPath, layOutSlantedBars } from '../slanted-bars.ts'
import { useElementWidth, ViewAsTable } from '../chart-parts.tsx'
import css from './bar-chart.module.css'

/** The place for the bars, and the value at its upper edge. Lengths in px. */
type Plot = { width: number; height: number; maxValue: number; isNarrow: boolean }

type LegendEntry = {
  name: string
  tone: 'strong' | 'soft' | 'waiting' | 'pending' | 'rejected' | 'line'
}

type BarChartProps = {
  /** Says in a sentence what the chart shows. */
  label: string
  /** Room for the numbers of the axis, above the plot and below it, in px. */
  room: { axis: number; top: number; bottom: number }
  /** The height of the plot in px, and that in a narrow container. */
  height: number
  narrowHeight?: number
  values: readonly number[]
  formatValue?: (value: number) => string
  /** What the plot contains. Its origin is the upper left corner. */
  children: (plot: Plot) => ReactNode
  legend: readonly (LegendEntry | false)[]
  /** The data as a table, whose caption is the label. */
  table: Omit<ComponentProps<typeof ViewAsTable>, 'caption'>
}

export const BarChart = ({
  label,
  room,
  values,
  formatValue = String,
  legend,
  table,
  ...props
}: BarChartProps) => {
  const [ref, fullWidth] = useElementWidth(640)
  const isNarrow = fullWidth < 560
  const height = isNarrow ? (props.narrowHeight ?? props.height) : props.height
  const width = fullWidth - room.axis
  const step = gridStep(Math.max(1, ...values))
  return (
    <div ref={ref} className={css.container}>
      <svg
        role="img"
        aria-label={label}
        width={fullWidth}
        height={room.top + height + room.bottom}
        data-picture
        className={css.picture}
      >
        <g transform={`translate(${room.axis} ${room.top})`}>
          {[0, 1, 2, 3].map((line) => {
            const y = height - (line / 3) * height
            return (
              <g key={line}>
                <line x2={width} y1={y} y2={y} className={css.grid} />
                <text x={-8} y={y + 4} textAnchor="end" className={css.number}>
                  {formatValue(line * step)}
                </text>
              </g>
            )
          })}
          {props.children({ width, height, maxValue: 3 * step, isNarrow })}
        </g>
      </svg>
      <div className={css.foot}>
        <ul className={css.legend}>
          {legend.map(
            (entry) =>
              entry && (
                <li key={entry.name} data-tone={entry.tone}>
                  {entry.name}
                </li>
              ),
          )}
        </ul>
        <ViewAsTable caption={label} {...table} />
      </div>
    </div>
  )
}

const niceSteps = [1, 1.5, 2, 3, 4, 5]

/** Returns the distance of grid lines: the smallest round number that reaches `max` in three steps. */
export const gridStep = (max: number): number => {
  for (let power = 1; ; power *= 10)
    for (const step of niceSteps) {
      const distance = step * power
      if (Number.isInteger(distance) && distance * 3 >= max) return distance
    }
}

/** The height in px of a value of 0. */
const stubHeight = 3

/**
 * Returns an upright bar for each value, standing on y = 0, with the left edge and the width of its foot and its height, all in px: the
 * height is read off the axis. A 0 is a stub, so that it is not taken for a value that is missing.
 */
export function layOutBars(values: readonly number[], { maxValue, width, height }: Omit<Plot, 'isNarrow'>) {
  const gap = Math.max(1, (width / values.length) * 0.19)
  // Without a height they need no room for a slant.
  const row = layOutSlantedBars({ count: values.length, width, height: 0, gap })
  return values.map((value, index) => {
    const bar = {
      left: row.left(index),
      width: row.barWidth,
      height: Math.max(stubHeight, (value / maxValue) * height),
    }
    return { value, ...bar, path: barPath(bar.left, bar.width, bar.height, row.radius) }
  })
}
