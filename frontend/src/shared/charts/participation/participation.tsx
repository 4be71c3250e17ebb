import { labeledDays } from '../days/challenge-route-geometry.ts'
import { BarChart, layOutBars } from '../bars/bar-chart.tsx'
import css from '../bars/bar-chart.module.css'
import { t } from '../../i18n/t.ts'

/** The number of participants with a project of this day. */
type DayParticipants = { day: number; active: number }

type ParticipationProps = {
  days: readonly DayParticipants[]
  today: number
  /** The number of participants on the leaderboard, shown as a line; no line if it is not known. */
  participants?: number | undefined
}

/** The participants with a project of each day as bars, below a line for all participants. */
export const Participation = ({ days, today, participants }: ParticipationProps) => (
  <BarChart
    label={formatSummary(days, today)}
    room={{ axis: 34, top: 8, bottom: 24 }}
    height={132}
    narrowHeight={88}
    values={[participants ?? 0, ...days.map(({ active }) => active)]}
    legend={[
      { name: t('participationCharts.withProject'), tone: 'strong' },
      participants !== undefined && {
        name: t('participationCharts.onLeaderboard', { count: participants }),
        tone: 'line',
      },
    ]}
    table={{
      head: [t('common.dayLabel'), t('participationCharts.participants')],
      rows: days
        .filter(({ day, active }) => day <= today || active > 0)
        .map(({ day, active }) => [t('common.day', { day }), active]),
    }}
  >
    {({ isNarrow, ...plot }) => {
      const actives = days.map(({ active }) => active)
      const bars = layOutBars(actives, plot).map((bar, index) => ({ ...bar, day: days[index]?.day ?? 0 }))
      const labeled = new Set(labeledDays(bars.length, today, isNarrow))
      const y = plot.height - ((participants ?? 0) / plot.maxValue) * plot.height
      return (
        <>
          <g transform={`translate(0 ${plot.height})`}>
            {bars.map((bar) => (
              <path key={bar.day} d={bar.path} className={css[toneOf(bar, today)]} data-day={bar.day} />
            ))}
          </g>
          {participants !== undefined && (
            <line x2={plot.width} y1={y} y2={y} className={css.line} data-participants={participants} />
          )}
          {bars
            .filter(({ day }) => labeled.has(day))
            .map(({ day, left, width }) => (
              <text
                key={day}
                x={left + width / 2}
                y={plot.height + 17}
                textAnchor="middle"
                className={css.number}
                data-today={day === today || undefined}
              >
                {day}
              </text>
            ))}
        </>
      )
    }}
  </BarChart>
)

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
