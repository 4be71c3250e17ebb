// The chart of the participation card: bars of how many participants have a project of each day, below a line for all participants.
// `ParticipationChart` has the data, `Participation` draws it.

import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { BarChart, layOutBars, projectsOf } from '../../../shared/charts/bars/bar-chart.tsx'
import bars from '../../../shared/charts/bars/bar-chart.module.css'
import { labeledDays } from '../../../shared/charts/slanted-bars.ts'
import { Skeleton } from '../../../shared/ui/feedback/states.tsx'
import { statistics, useStandings } from '../admin-board-data.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from '../chart-cards.module.css'

/** Is updated live with the statistics and the standings. */
export const ParticipationChart = () => {
  const { day: today, isLoaded } = useCurrentDay()
  const { data } = useLiveData(statistics)
  const participants = useStandings().data?.totals.totalUsers
  if (!data || !isLoaded) return <Skeleton shape="block" height="216px" />
  const { perDay } = data.figures
  if (!perDay) return <p className={css.missing}>{t('common.notAvailable')}</p>
  // Nobody has two projects of one day, so each stands for a participant.
  const days = perDay.map((counts) => ({ day: counts.day, active: projectsOf(counts) }))
  return <Participation days={days} today={today} participants={participants} />
}

/** Each day with the number of participants with a project of it. */
type Days = readonly { day: number; active: number }[]

type ParticipationProps = {
  days: Days
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
      const dayBars = layOutBars(actives, plot).map((bar, index) => ({ ...bar, day: days[index]?.day ?? 0 }))
      const labeled = new Set(labeledDays(dayBars.length, today, isNarrow))
      const y = plot.height - ((participants ?? 0) / plot.maxValue) * plot.height
      return (
        <>
          <g transform={`translate(0 ${plot.height})`}>
            {dayBars.map((bar) => (
              <path key={bar.day} d={bar.path} className={bars[toneOf(bar, today)]} data-day={bar.day} />
            ))}
          </g>
          {participants !== undefined && (
            <line x2={plot.width} y1={y} y2={y} className={bars.line} data-participants={participants} />
          )}
          {dayBars
            .filter(({ day }) => labeled.has(day))
            .map(({ day, left, width }) => (
              <text
                key={day}
                x={left + width / 2}
                y={plot.height + 17}
                textAnchor="middle"
                className={bars.number}
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

const formatSummary = (days: Days, today: number): string => {
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
