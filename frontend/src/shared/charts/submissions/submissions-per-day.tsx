// Approved, pending and rejected submissions per day. The bars are upright, so that heights can be compared.

import { BarChart } from '../bars/bar-chart.tsx'
import css from '../bars/bar-chart.module.css'
import { gridStep, stackBars, stackOrder, type DaySubmissions, type StackPart } from '../bars/bar-geometry.ts'
import { useElementWidth } from '../use-element-width.ts'
import { t } from '../../i18n/t.ts'

type SubmissionsPerDayProps = { days: readonly DaySubmissions[]; today: number }

/** Height of the plot in px, without the day numbers below it. */
const height = 210
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

/** Returns the height of the highest bar that a label of today would cover. */
const highestNear = (days: readonly DaySubmissions[], today: number, reach: number) =>
  Math.max(0, ...days.filter(({ day }) => Math.abs(day - today) <= reach).map(total))

export const SubmissionsPerDay = ({ days, today }: SubmissionsPerDayProps) => {
  const [ref, width] = useElementWidth(640)
  const step = gridStep(Math.max(1, ...days.map(total)))
  const maxValue = step * 3
  const pitch = (width - room.axis - rightPadding) / days.length
  const barWidth = Math.max(2, Math.min(26, pitch * 0.72))
  const sum = days.reduce((previous, day) => previous + total(day), 0)
  const todays = days.find(({ day }) => day === today)
  const labelWidth = String(todays ? total(todays) : 0).length * digitWidth
  const labelValue = highestNear(days, today, Math.floor((labelWidth + barWidth) / 2 / pitch))
  const label = todays
    ? t('submissionCharts.summaryWithToday', { count: sum, today: total(todays) })
    : t('submissionCharts.summary', { count: sum })
  return (
    <BarChart
      container={ref}
      {...{ width, label, room, height, step }}
      legend={stackOrder.toReversed().map((part) => ({ name: labels[part], tone: tones[part] }))}
      table={{
        head: [t('common.dayLabel'), labels.approved, labels.pending, labels.rejected],
        rows: days.map(({ day, approved, pending, rejected }) => [
          t('common.day', { day }),
          approved,
          pending,
          rejected,
        ]),
      }}
    >
      {days.map((day, index) => {
        const isToday = day.day === today
        const isNumbered = isToday || ((day.day === 1 || day.day % 5 === 0) && Math.abs(day.day - today) > 1)
        const x = room.axis + (index + 0.5) * pitch
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
      })}
    </BarChart>
  )
}
