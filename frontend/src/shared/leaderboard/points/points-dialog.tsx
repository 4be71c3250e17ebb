// The events that changed the total of a participant, newest first; their changes add up to it.

import type { LedgerEntry } from '@thirty/contracts/leaderboard/api.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { area, curveStepAfter, line } from 'd3-shape'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { t, formatPoints } from '../../i18n/t.ts'
import { FrozenMark } from '../../challenge/challenge-marks.tsx'
import { formatDate, formatDateTime } from '../../ui/display/time.tsx'
import { serverText } from '../../i18n/server-text.ts'
import { liveData, useLiveData } from '../../live/live-data.ts'
import { SkeletonRows, EmptyState, Loaded } from '../../ui/feedback/states.tsx'
import { request } from '../../http/http.ts'
import { ChartPicture, useElementWidth } from '../../charts/chart-parts.tsx'
import layout from '../../styles/layout.module.css'
import css from './points-dialog.module.css'

const pointsOf = liveData({
  load: (userId: string, signal) =>
    request('GET', '/api/leaderboard/:userId/points', { params: { userId }, signal }),
  isEmpty: ({ points }) => points.length === 0,
  failedText: t('common.tryLater'),
  // The total has probably changed since the dialog was last open.
  isAlwaysFresh: true,
})

type PointsDialogProps = { userId: string; name: string; onClose: () => void }

export const PointsDialog = ({ userId, name, onClose }: PointsDialogProps) => (
  <Dialog
    onClose={onClose}
    title={t('points.pointsOf', { name })}
    description={t('points.eventsBehindTotal')}
    width={640}
    fillsPhone
  >
    <Loaded
      view={useLiveData(pointsOf, userId)}
      loading={<SkeletonRows label={t('points.loadingPoints')} />}
      failed={t('points.pointsFailed')}
      empty={<EmptyState title={t('points.noPoints')} heading="h3" />}
      heading="h3"
    >
      {({ points, scoring }) => (
        <div className={layout.stack12}>
          <p>{t('points.pointsRule', scoring?.weights ?? defaultScoring.weights)}</p>
          <FrozenMark />
          <PointsChart points={points} />
          <PointsTable points={points} />
        </div>
      )}
    </Loaded>
  </Dialog>
)

const PointsTable = ({ points }: { points: readonly LedgerEntry[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
  <div className={css.scroll} role="region" aria-label={t('points.pointsByEvent')} tabIndex={0}>
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('points.whatHappened')}</th>
          <th scope="col">{t('common.change')}</th>
          <th scope="col">{t('points.total')}</th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ at, position, reason, text, change, total }) => (
          <tr key={position}>
            <th scope="row">
              <span dir="auto">{serverText({ message: reason, text })}</span>
              <time dateTime={at}>{formatDateTime(Date.parse(at))}</time>
            </th>
            <td data-lost={change < 0 || undefined}>
              {`${change < 0 ? '−' : '+'}${formatPoints(Math.abs(change))}`}
            </td>
            <td>{formatPoints(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const height = 132
const plot = { top: 22, bottom: height - 22, side: 4 }

/** The total over time, as steps. The table below it has the same values. */
const PointsChart = ({ points }: { points: readonly LedgerEntry[] }) => {
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
      <ChartPicture
        label={t('points.totalOverTime', { points: formatPoints(total), count: points.length })}
        {...{ width, height }}
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
      </ChartPicture>
    </div>
  )
}
