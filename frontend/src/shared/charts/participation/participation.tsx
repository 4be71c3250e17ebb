import { labeledDays } from '../days/challenge-route-geometry.ts'
import { gridStep } from '../submissions/stack-geometry.ts'
import { useElementWidth } from '../use-element-width.ts'
import { ViewAsTable } from '../view-as-table.tsx'
import { participationBars } from './participation-geometry.ts'
import type { DayParticipants, ParticipationBar } from './participation-geometry.ts'
import { t } from './messages/t.ts'
import css from './participation.module.css'

type ParticipationProps = {
  days: readonly DayParticipants[]
  today: number
  /** The number of participants on the leaderboard, shown as a line; no line if it is not known. */
  participants?: number | undefined
}

const axisWidth = 34
const topPadding = 8
const labelHeight = 24

/** The participants with a project of each day as bars, below a line for all participants. */
export const Participation = ({ days, today, participants }: ParticipationProps) => {
  const [ref, width] = useElementWidth(640)
  const isNarrow = width < 560
  const height = isNarrow ? 88 : 132
  const step = gridStep(Math.max(1, participants ?? 0, ...days.map(({ active }) => active)))
  const maxValue = step * 3
  const bars = participationBars(days, { today, maxValue, width: width - axisWidth, height })
  const label = formatSummary(days, today)
  return (
    <div ref={ref} className={css.container}>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={topPadding + height + labelHeight}
        data-picture
        className={css.picture}
      >
        <g transform={`translate(0 ${topPadding})`}>
          {[0, 1, 2, 3].map((lineIndex) => {
            const y = height - (lineIndex / 3) * height
            return (
              <g key={lineIndex}>
                <line x1={axisWidth} x2={width} y1={y} y2={y} className={css.grid} />
                <text x={axisWidth - 8} y={y + 4} textAnchor="end" className={css.number}>
                  {lineIndex * step}
                </text>
              </g>
            )
          })}
          <g transform={`translate(${axisWidth} ${height})`}>
            {bars.map(({ day, path, tone }) => (
              <path key={day} d={path} className={css[tone]} data-day={day} />
            ))}
          </g>
          {participants !== undefined && <AllParticipants {...{ participants, maxValue, width, height }} />}
          <Numbers {...{ bars, today, isNarrow }} top={height + 17} />
        </g>
      </svg>
      <div className={css.foot}>
        <ul className={css.legend}>
          <li>{t('withProject')}</li>
          {participants !== undefined && <li data-line>{t('onLeaderboard', { count: participants })}</li>}
        </ul>
        <ViewAsTable
          caption={label}
          head={[t('day'), t('participants')]}
          rows={days
            .filter(({ day, active }) => day <= today || active > 0)
            .map(({ day, active }) => [t('dayNumber', { day }), active])}
        />
      </div>
    </div>
  )
}

const formatSummary = (days: readonly DayParticipants[], today: number): string => {
  const [first, ...others] = days
  const most = others.reduce((best, day) => (best && best.active >= day.active ? best : day), first)
  if (!most || most.active === 0) return t('nobodyYet')
  const todays = days.find(({ day }) => day === today)?.active ?? 0
  return t('summary', { today: todays, most: most.active, mostDay: most.day })
}

type AllParticipantsProps = { participants: number; maxValue: number; width: number; height: number }

const AllParticipants = ({ participants, maxValue, width, height }: AllParticipantsProps) => {
  const y = height - (participants / maxValue) * height
  return <line x1={axisWidth} x2={width} y1={y} y2={y} className={css.all} data-participants={participants} />
}

type NumbersProps = { bars: readonly ParticipationBar[]; today: number; isNarrow: boolean; top: number }

const Numbers = ({ bars, today, isNarrow, top }: NumbersProps) => {
  const labeled = new Set(labeledDays(bars.length, today, isNarrow))
  return bars
    .filter(({ day }) => labeled.has(day))
    .map(({ day, left, width }) => (
      <text
        key={day}
        x={axisWidth + left + width / 2}
        y={top}
        textAnchor="middle"
        className={css.number}
        data-today={day === today || undefined}
      >
        {day}
      </text>
    ))
}
