// The frame of charts of upright bars: axis and grid around the plot, legend and table below it.

import type { ComponentProps, ReactNode, Ref } from 'react'
import { ViewAsTable } from '../view-as-table.tsx'
import css from './bar-chart.module.css'

type BarChartProps = {
  /** The container and its width in px, from `useElementWidth`. */
  container: Ref<HTMLDivElement>
  width: number
  /** Says in a sentence what the chart shows. */
  label: string
  /** Room for the numbers of the axis, above the plot and below it, in px. */
  room: { axis: number; top: number; bottom: number }
  /** The height of the plot in px. */
  height: number
  /** The distance of the grid lines, from `gridStep`. The plot ends at the third. */
  step: number
  formatValue?: (value: number) => string
  /** What the plot contains. Its origin is the upper left corner, with the axis. */
  children: ReactNode
  legend: readonly { name: string; tone: 'strong' | 'soft' | 'waiting' | 'pending' | 'rejected' | 'line' }[]
  /** The data as a table, whose caption is the label. */
  table: Omit<ComponentProps<typeof ViewAsTable>, 'caption'>
}

export const BarChart = ({
  container,
  width,
  label,
  room,
  height,
  step,
  formatValue = String,
  children,
  legend,
  table,
}: BarChartProps) => (
  <div ref={container} className={css.container}>
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={room.top + height + room.bottom}
      data-picture
      className={css.picture}
    >
      <g transform={`translate(0 ${room.top})`}>
        {[0, 1, 2, 3].map((line) => {
          const y = height - (line / 3) * height
          return (
            <g key={line}>
              <line x1={room.axis} x2={width} y1={y} y2={y} className={css.grid} />
              <text x={room.axis - 8} y={y + 4} textAnchor="end" className={css.number}>
                {formatValue(line * step)}
              </text>
            </g>
          )
        })}
        {children}
      </g>
    </svg>
    <div className={css.foot}>
      <ul className={css.legend}>
        {legend.map(({ name, tone }) => (
          <li key={name} data-tone={tone}>
            {name}
          </li>
        ))}
      </ul>
      <ViewAsTable caption={label} {...table} />
    </div>
  </div>
)
