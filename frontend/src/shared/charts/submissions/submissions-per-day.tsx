// Approved, pending and rejected submissions per day. The bars are upright, so that heights can be compared.

import { BarChart } from '../bars/bar-chart.tsx'
import css from '../bars/bar-chart.module.css'
import { t } from '../../i18n/t.ts'

/** The submissions of one day. */
type DaySubmissions = { day: number; approved: number; pending: number; rejected: number }

/** The parts of a bar from bottom to top. */
const stackOrder = ['approved', 'pending', 'rejected'] as const
type StackPart = (typeof stackOrder)[number]

type SubmissionsPerDayProps = { days: readonly DaySubmissions[]; today: number }

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

/** Returns the height of the highest bar that a label of today would cover. */
const highestNear = (days: readonly DaySubmissions[], today: number, reach: number) =>
  Math.max(0, ...days.filter(({ day }) => Math.abs(day - today) <= reach).map(total))

export const SubmissionsPerDay = ({ days, today }: SubmissionsPerDayProps) => {
  const sum = days.reduce((previous, day) => previous + total(day), 0)
  const todays = days.find(({ day }) => day === today)
  return (
    <BarChart
      label={
        todays
          ? t('submissionCharts.summaryWithToday', { count: sum, today: total(todays) })
          : t('submissionCharts.summary', { count: sum })
      }
      room={{ axis: 30, top: 20, bottom: 26 }}
      height={210}
      values={days.map(total)}
      legend={stackOrder.toReversed().map((part) => ({ name: labels[part], tone: tones[part] }))}
      table={{
        head: [t('common.dayLabel'), ...stackOrder.map((part) => labels[part])],
        rows: days.map((day) => [t('common.day', { day: day.day }), ...stackOrder.map((part) => day[part])]),
      }}
    >
      {({ width, height, maxValue }) => {
        const pitch = (width - rightPadding) / days.length
        const barWidth = Math.max(2, Math.min(26, pitch * 0.72))
        const labelWidth = String(todays ? total(todays) : 0).length * digitWidth
        const labelValue = highestNear(days, today, Math.floor((labelWidth + barWidth) / 2 / pitch))
        return days.map((day, index) => {
          const isToday = day.day === today
          const isNumbered =
            isToday || ((day.day === 1 || day.day % 5 === 0) && Math.abs(day.day - today) > 1)
          const x = (index + 0.5) * pitch
          const number = {
            x,
            textAnchor: 'middle' as const,
            className: css.number,
            'data-today': isToday || undefined,
          }
          return (
            <g key={day.day}>
              {stackBars(day, maxValue, height).map((bar) => (
                <rect
                  key={bar.part}
                  x={x - barWidth / 2}
                  y={bar.y}
                  width={barWidth}
                  height={bar.height}
                  rx="1.5"
                  className={css[tones[bar.part]]}
                />
              ))}
              {isToday && total(day) > 0 && (
                <text {...number} y={height - (labelValue / maxValue) * height - 6}>
                  {total(day)}
                </text>
              )}
              {isNumbered && (
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

/** Between two parts, in px. */
const partGap = 1.5

/** Returns the parts of a day's bar, in px from the top of the plot. The plot is `height` px high and ends at `maxValue`. */
export const stackBars = (day: DaySubmissions, maxValue: number, height: number) => {
  let y = height
  return stackOrder.flatMap((part) => {
    if (day[part] === 0) return []
    const partHeight = (day[part] / maxValue) * height
    y -= partHeight
    return [{ part, y, height: Math.max(0.5, partHeight - partGap) }]
  })
}
