// The frame of charts of upright bars (axis and grid around the plot, legend and table below it, the layout of the bars), and the submissions
// per day as such a chart, with their number on a day (`projectsOf`).

import type { ComponentProps, ReactNode } from 'react'
import { barPath, labeledDays, layOutSlantedBars } from '../slanted-bars.ts'
import { ChartPicture, useElementWidth, ViewAsTable } from '../chart-parts.tsx'
import { t } from '../../i18n/t.ts'
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

export const BarChart = ({ label, room, values, formatValue = String, table, ...props }: BarChartProps) => {
  const [ref, fullWidth] = useElementWidth(640)
  const isNarrow = fullWidth < 560
  const height = isNarrow ? (props.narrowHeight ?? props.height) : props.height
  const width = fullWidth - room.axis
  const step = gridStep(Math.max(1, ...values))
  return (
    <div ref={ref} className={css.container}>
      <ChartPicture
        label={label}
        width={fullWidth}
        height={room.top + height + room.bottom}
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
      </ChartPicture>
      <div className={css.foot}>
        <ul className={css.legend}>
          {props.legend.map(
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
    const [left, barHeight] = [row.left(index), Math.max(stubHeight, (value / maxValue) * height)]
    const path = barPath(left, row.barWidth, barHeight, row.radius)
    return { value, left, width: row.barWidth, height: barHeight, path }
  })
}

/** The submissions of one day. */
type DaySubmissions = { day: number; approved: number; pending: number; rejected: number }

/** The parts of a bar from bottom to top. */
const stackOrder = ['approved', 'pending', 'rejected'] as const
/** The colours of the parts of a bar. */
const tones = { approved: 'strong', pending: 'pending', rejected: 'rejected' } as const
/** Today's number is wider than its bar, which is at the edge. */
const rightPadding = 8
/** The width of a digit of today's number. */
const digitWidth = 8
const labels: Record<(typeof stackOrder)[number], string> = {
  approved: t('common.approved'),
  pending: t('common.pending'),
  rejected: t('common.rejected'),
}

/** Returns the number of projects of any status on a day. */
export const projectsOf = (day: DaySubmissions) => day.approved + day.pending + day.rejected

export const SubmissionsPerDay = ({ days, today }: { days: readonly DaySubmissions[]; today: number }) => {
  const sum = days.reduce((previous, day) => previous + projectsOf(day), 0)
  const todays = days.find(({ day }) => day === today)
  return (
    <BarChart
      label={
        todays
          ? t('submissionCharts.summaryWithToday', { count: sum, today: projectsOf(todays) })
          : t('submissionCharts.summary', { count: sum })
      }
      room={{ axis: 30, top: 20, bottom: 26 }}
      height={210}
      values={days.map(projectsOf)}
      legend={stackOrder.toReversed().map((part) => ({ name: labels[part], tone: tones[part] }))}
      table={{
        head: [t('common.dayLabel'), ...stackOrder.map((part) => labels[part])],
        rows: days.map((day) => [t('common.day', { day: day.day }), ...stackOrder.map((part) => day[part])]),
      }}
    >
      {({ width, height, maxValue }) => {
        const pitch = (width - rightPadding) / days.length
        const barWidth = Math.max(2, Math.min(26, pitch * 0.72))
        const labelWidth = String(todays ? projectsOf(todays) : 0).length * digitWidth
        const reach = Math.floor((labelWidth + barWidth) / 2 / pitch)
        // The number of today stands above the highest bar that it would cover.
        const covered = days.filter(({ day }) => Math.abs(day - today) <= reach)
        const labelValue = Math.max(0, ...covered.map(projectsOf))
        const numbered = new Set(labeledDays(days.length, today, false))
        return days.map((day, index) => {
          const isToday = day.day === today
          const x = (index + 0.5) * pitch
          const number = {
            x,
            textAnchor: 'middle' as const,
            className: css.number,
            'data-today': isToday || undefined,
          }
          return (
            <g key={day.day}>
              {stackBars(day, maxValue, height).map(({ part, ...bar }) => (
                <rect
                  key={part}
                  {...bar}
                  x={x - barWidth / 2}
                  width={barWidth}
                  rx="1.5"
                  className={css[tones[part]]}
                />
              ))}
              {isToday && projectsOf(day) > 0 && (
                <text {...number} y={height - (labelValue / maxValue) * height - 6}>
                  {projectsOf(day)}
                </text>
              )}
              {numbered.has(day.day) && (
                <text {...number} y={height + 20}>
                  {day.day}
                </text>
              )}
            </g>
          )
        })
      }}
    </BarChart>
  )
}

/** Returns the parts of a day's bar, in px from the top of the plot. The plot is `height` px high and ends at `maxValue`. */
export const stackBars = (day: DaySubmissions, maxValue: number, height: number) => {
  let y = height
  return stackOrder.flatMap((part) => {
    if (day[part] === 0) return []
    const partHeight = (day[part] / maxValue) * height
    y -= partHeight
    // With a gap of 1.5 px between two parts.
    return [{ part, y, height: Math.max(0.5, partHeight - 1.5) }]
  })
}
