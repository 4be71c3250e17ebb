// The days as slanted bars: height shows the difficulty, colour the score. Today is marigold with a flag.

import { useEffect, useState } from 'react'
import {
  dayTable,
  formatDay,
  formatStripSummary,
  type DayMark,
  labeledDays,
  routeBars,
  type DayBar,
  slant,
  slantTransform,
} from '../slanted-bars.ts'
import { ChartPicture, useRovingTabIndex, useElementWidth, ViewAsTable } from '../chart-parts.tsx'
import { paths, Link } from '../../navigation/router.ts'
import tones from './day-tones.module.css'
import { t } from '../../i18n/t.ts'
import css from './challenge-route.module.css'

const flagHeight = 32
const labelHeight = 24

/** The bars are animated once per page load, not on every return to the screen. */
let hasBeenDrawn = false

type RouteProps = {
  days: readonly DayMark[]
  /** Each bar is a link to the brief of its day. */
  linked?: boolean
  personName?: string
  /** Offers the same data as a table. */
  table?: boolean
}

export const ChallengeRoute = ({ days, linked, personName = t('charts.yours'), table }: RouteProps) => {
  const [ref, width] = useElementWidth(1176)
  const [isFirstDraw] = useState(() => !hasBeenDrawn)
  useEffect(() => {
    hasBeenDrawn = true
  }, [])
  const narrow = width < 560
  // On a phone a bar is too thin to press; the list of days has the same links.
  const hasLinks = linked && !narrow
  const height = narrow ? 64 : 104
  const bars = routeBars(days, width, height)
  const today = bars.find(({ mark }) => mark.state.startsWith('today'))
  const labeled = new Set(labeledDays(bars.length, today?.mark.day, narrow))
  const roving = useRovingTabIndex(days.length, today ? today.mark.day - 1 : 0)
  const label = formatStripSummary(days, personName)
  return (
    <div ref={ref} className={css.container}>
      <ChartPicture
        {...{ label, width }}
        height={flagHeight + height + labelHeight}
        data-fresh={isFirstDraw || undefined}
        className={css.route}
        onKeyDown={hasLinks ? roving.onKeyDown : undefined}
      >
        <g transform={`translate(0 ${flagHeight}) ${slantTransform(height)}`}>
          {bars.map((bar, index) => {
            const { day } = bar.mark
            const path = <path key={day} d={bar.path} className={barClass(bar)} style={{ '--at': index }} />
            if (!hasLinks) return path
            const label = formatDay(bar.mark)
            return (
              <Link
                key={day}
                to={paths.briefOfDay(day)}
                aria-label={label}
                className={css.link}
                {...roving.stopProps(index)}
              >
                <title>{label}</title>
                {path}
              </Link>
            )
          })}
        </g>
        {today && <Flag bar={today} height={height} width={width} />}
        <g aria-hidden="true" className={css.numbers}>
          {bars
            .filter(({ mark }) => labeled.has(mark.day))
            .map((bar) => (
              <text
                key={bar.mark.day}
                x={bar.left + bar.width / 2}
                y={flagHeight + height + 17}
                textAnchor="middle"
                data-today={bar === today || undefined}
              >
                {bar.mark.day}
              </text>
            ))}
        </g>
      </ChartPicture>
      {table && <ViewAsTable caption={label} {...dayTable(days)} />}
    </div>
  )
}

const routeTones: Partial<Record<DayBar['tone'], string | undefined>> = {
  missed: css.missed,
  rejected: css.rejected,
  unrated: css.unrated,
  'today-open': css.today,
  'today-done': css.today,
}

const barClass = ({ tone }: DayBar) => `${css.bar} ${routeTones[tone] ?? tones[tone]}`

const Flag = ({ bar, height, width }: { bar: DayBar; height: number; width: number }) => {
  const flagWidth = 66
  const middle = bar.left + bar.width / 2 + bar.height * slant
  const left = Math.min(width - flagWidth - 8, Math.max(2, middle - flagWidth / 2))
  const top = flagHeight + height - bar.height - 30
  return (
    <g aria-hidden="true" className={css.flag}>
      <rect width={flagWidth} height="23" rx="4" transform={`translate(${left + 3} ${top}) skewX(-14)`} />
      <text x={left + flagWidth / 2} y={top + 16} textAnchor="middle" data-on-plate>
        {t('common.day', { day: bar.mark.day })}
      </text>
    </g>
  )
}
