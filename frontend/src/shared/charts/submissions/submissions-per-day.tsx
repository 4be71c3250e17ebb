// Approved, pending and rejected submissions per day. The bars are upright, so that heights can be compared.

import { BarChart } from '../bars/bar-chart.tsx'
import css from '../bars/bar-chart.module.css'
import { gridStep, stackBars, stackOrder, type DaySubmissions, type StackPart } from '../bars/bar-geometry.ts'
import { useElementWidth } from '../use-element-width.ts'
import { ViewAsTable } from '../view-as-table.tsx'
import { t } from '../../i18n/t.ts'

type SubmissionsPerDayProps = {
  days: readonly DaySubmissions[]
  today: number
  /** Height of the plot in px, without the day numbers below it. */
  plotHeight?: number
}

const room = { axis: 30, top: 20, bottom: 26 }
/** The colours of the parts of a bar. */
const tones = { approved: 'strong', pending: 'pending', rejected: 'rejected' } as const
/** Today's number is wider than its bar, which is at the edge. */
const rightPadding = 8
/** The width of a digit of today's number. */
const digitWidth = 8
const labels: Record<StackPart, string> = {
  approved: t('common.approved'),
  pending: t('common.pending'),
  rejected: t('common.rejected'),
}
const total = (day: DaySubmissions) => day.approved + day.pending + day.rejected

const barWidth = (pitch: number) => Math.max(2, Math.min(26, pitch * 0.72))

/** Returns the height of the highest bar that a label of today would cover. */
const highestNear = (days: readonly DaySubmissions[], today: number, reach: number) =>
  Math.max(0, ...days.filter(({ day }) => Math.abs(day - today) <= reach).map(total))

export const SubmissionsPerDay = ({ days, today, plotHeight = 150 }: SubmissionsPerDayProps) => {
  const [ref, width] = useElementWidth(640)
  const step = gridStep(Math.max(1, ...days.map(total)))
  const maxValue = step * 3
  const pitch = (width - room.axis - rightPadding) / days.length
  const sum = days.reduce((previous, day) => previous + total(day), 0)
  const todaysSubmissions = days.find((day) => day.day === today)
  const labelWidth = String(todaysSubmissions ? total(todaysSubmissions) : 0).length * digitWidth
  const labelValue = highestNear(days, today, Math.floor((labelWidth + barWidth(pitch)) / 2 / pitch))
  const label = todaysSubmissions
    ? t('submissionCharts.summaryWithToday', { count: sum, today: total(todaysSubmissions) })
    : t('submissionCharts.summary', { count: sum })
  return (
    <BarChart
      container={ref}
      {...{ width, label, room, step }}
      height={plotHeight}
      legend={stackOrder.toReversed().map((part) => ({ name: labels[part], tone: tones[part] }))}
      table={
        <ViewAsTable
          caption={label}
          head={[t('common.dayLabel'), labels.approved, labels.pending, labels.rejected]}
          rows={days.map((day) => [
            t('common.day', { day: day.day }),
            day.approved,
            day.pending,
            day.rejected,
          ])}
        />
      }
    >
      {days.map((day, index) => (
        <DayBar
          key={day.day}
          {...{ day, maxValue, pitch, plotHeight, labelValue, today }}
          x={room.axis + index * pitch}
          isToday={day.day === today}
        />
      ))}
    </BarChart>
  )
}

type DayBarProps = {
  day: DaySubmissions
  maxValue: number
  pitch: number
  plotHeight: number
  x: number
  isToday: boolean
  today: number
  /** The value above which today's number stands. */
  labelValue: number
}

const DayBar = ({ day, maxValue, pitch, plotHeight, x, isToday, today, labelValue }: DayBarProps) => {
  const width = barWidth(pitch)
  const middle = x + pitch / 2
  const isLabeled = isToday || ((day.day === 1 || day.day % 5 === 0) && Math.abs(day.day - today) > 1)
  return (
    <g>
      {stackBars(day, maxValue, plotHeight).map((bar) => (
        <rect
          key={bar.part}
          x={middle - width / 2}
          y={bar.y}
          width={width}
          height={bar.height}
          rx="1.5"
          className={css[tones[bar.part]]}
        />
      ))}
      {isToday && total(day) > 0 && (
        <text
          x={middle}
          y={plotHeight - (labelValue / maxValue) * plotHeight - 6}
          textAnchor="middle"
          className={css.number}
          data-today
        >
          {total(day)}
        </text>
      )}
      {isLabeled && (
        <text
          x={middle}
          y={plotHeight + 20}
          textAnchor="middle"
          className={css.number}
          data-today={isToday || undefined}
        >
          {day.day}
        </text>
      )}
    </g>
  )
}
