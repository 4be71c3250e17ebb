import { labeledDays } from '../days/challenge-route-geometry.ts'
import { BarChart } from '../bars/bar-chart.tsx'
import css from '../bars/bar-chart.module.css'
import { gridStep, layOutBars } from '../bars/bar-geometry.ts'
import { useElementWidth } from '../use-element-width.ts'
import { t } from '../../i18n/t.ts'

/** The number of participants with a project of this day. */
type DayParticipants = { day: number; active: number }

type ParticipationProps = {
  days: readonly DayParticipants[]
  today: number
  /** The number of participants on the leaderboard, shown as a line; no line if it is not known. */
  participants?: number | undefined
}

const room = { axis: 34, top: 8, bottom: 24 }

/** The participants with a project of each day as bars, below a line for all participants. */
export const Participation = ({ days, today, participants }: ParticipationProps) => {
  const [ref, width] = useElementWidth(640)
  const isNarrow = width < 560
  const height = isNarrow ? 88 : 132
  const step = gridStep(Math.max(1, participants ?? 0, ...days.map(({ active }) => active)))
  const maxValue = step * 3
  const rows = days.map(({ day, active }) => ({ day, value: active }))
  const bars = layOutBars(rows, { maxValue, width: width - room.axis, height })
  const labeled = new Set(labeledDays(bars.length, today, isNarrow))
  const label = formatSummary(days, today)
  const all = participants !== undefined && {
    y: height - (participants / maxValue) * height,
    name: t('participationCharts.onLeaderboard', { count: participants }),
  }
  return (
    <BarChart
      container={ref}
      {...{ width, label, room, height, step }}
      legend={[
        { name: t('participationCharts.withProject'), tone: 'strong' },
        ...(all ? [{ name: all.name, tone: 'line' as const }] : []),
      ]}
      table={{
        head: [t('common.dayLabel'), t('participationCharts.participants')],
        rows: days
          .filter(({ day, active }) => day <= today || active > 0)
          .map(({ day, active }) => [t('common.day', { day }), active]),
      }}
    >
      <g transform={`translate(${room.axis} ${height})`}>
        {bars.map((bar) => (
          <path key={bar.day} d={bar.path} className={css[toneOf(bar, today)]} data-day={bar.day} />
        ))}
      </g>
      {all && (
        <line
          x1={room.axis}
          x2={width}
          y1={all.y}
          y2={all.y}
          className={css.line}
          data-participants={participants}
        />
      )}
      {bars
        .filter(({ day }) => labeled.has(day))
        .map((bar) => (
          <text
            key={bar.day}
            x={room.axis + bar.left + bar.width / 2}
            y={height + 17}
            textAnchor="middle"
            className={css.number}
            data-today={bar.day === today || undefined}
          >
            {bar.day}
          </text>
        ))}
    </BarChart>
  )
}

const formatSummary = (days: readonly DayParticipants[], today: number): string => {
  const [first, ...others] = days
  const most = others.reduce((best, day) => (best && best.active >= day.active ? best : day), first)
  if (!most || most.active === 0) return t('participationCharts.nobodyYet')
  const todays = days.find(({ day }) => day === today)?.active ?? 0
  return t('participationCharts.summary', { today: todays, most: most.active, mostDay: most.day })
}

function toneOf({ day, value }: { day: number; value: number }, today: number) {
  if (day === today) return 'today'
  if (value > 0) return 'strong'
  return day < today ? 'none' : 'toCome'
}
