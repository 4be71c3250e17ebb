// The total over time, as steps. The table below it has the same values.

import type { LedgerEntry } from '@thirty/contracts/leaderboard/api.ts'
import { area, curveStepAfter, line } from 'd3-shape'
import { formatPoints } from '../../format/format-points.ts'
import { formatDate } from '../../format/format-time.ts'
import { useElementWidth } from '../../charts/use-element-width.ts'
import { t } from '../../i18n/t.ts'
import css from './points-ledger.module.css'

const height = 132
const plot = { top: 22, bottom: height - 22, side: 4 }

export const PointsChart = ({ points }: { points: readonly LedgerEntry[] }) => {
  const [ref, width] = useElementWidth(560)
  const times = points.map(({ at }) => Date.parse(at))
  const [first = 0, last = first] = [times[0], times.at(-1)]
  const most = Math.max(...points.map(({ total }) => total))
  const total = points.at(-1)?.total ?? 0
  const x = (time: number) =>
    last === first
      ? width - plot.side
      : plot.side + ((time - first) / (last - first)) * (width - 2 * plot.side)
  const y = (value: number) =>
    most === 0 ? plot.bottom : plot.bottom - (value / most) * (plot.bottom - plot.top)
  const steps = points.map((entry, index): [number, number] => [x(times[index] ?? first), y(entry.total)])
  // The total was 0 before the first event.
  const path: [number, number][] = [[plot.side, plot.bottom], ...steps]
  return (
    <div ref={ref}>
      <svg
        role="img"
        aria-label={t('points.totalOverTime', { points: formatPoints(total), count: points.length })}
        width={width}
        height={height}
        className={css.chart}
      >
        <path d={area().y0(plot.bottom).curve(curveStepAfter)(path) ?? ''} className={css.area} />
        <path d={line().curve(curveStepAfter)(path) ?? ''} className={css.line} />
        <circle cx={x(last)} cy={y(total)} r="4" className={css.dot} />
        <text x={width - plot.side} y={Math.max(14, y(total) - 8)} textAnchor="end" className={css.total}>
          {formatPoints(total)}
        </text>
        <text x={plot.side} y={height - 4} className={css.date}>
          {formatDate(first)}
        </text>
        {last > first && (
          <text x={width - plot.side} y={height - 4} textAnchor="end" className={css.date}>
            {formatDate(last)}
          </text>
        )}
      </svg>
    </div>
  )
}
