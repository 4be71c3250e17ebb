import type { LedgerEntry } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { defaultScoring } from '@thirty/contracts/rules/scoring.ts'
import { FrozenMark } from '../../challenge/frozen-mark.tsx'
import { formatPoints } from '../../format/format-points.ts'
import { formatDateTime } from '../../format/format-time.ts'
import { useLoadState } from '../../http/use-load-state.ts'
import { serverText } from '../../i18n/server-texts/server-text.ts'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx'
import { request } from '../../http/http.ts'
import { t } from './messages/t.ts'
import { PointsChart } from './points-chart.tsx'
import css from './points-ledger.module.css'

/** The events that changed the total of a participant, newest first; their changes add up to it. */
export const PointsLedger = ({ userId }: { userId: string }) => {
  const loaded = useLoadState({
    queryKey: ['points', userId],
    queryFn: (signal) => request('GET', '/api/leaderboard/:userId/points', { params: { userId }, signal }),
    fallback: t('tryLater'),
    // The total has probably changed since the dialog was last open.
    isAlwaysFresh: true,
  })
  if (loaded.state === 'loading') return <SkeletonRows label={t('loadingPoints')} />
  if (loaded.state === 'failed')
    return (
      <ErrorState title={t('pointsFailed')} onRetry={loaded.retry} heading="h3">
        {loaded.message}
      </ErrorState>
    )
  const { points, scoring } = loaded.value
  if (points.length === 0) return <EmptyState title={t('noPoints')} heading="h3" />
  return (
    <div className={css.ledger}>
      <p>{t('pointsRule', scoring?.weights ?? defaultScoring.weights)}</p>
      <FrozenMark />
      <PointsChart points={points} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
      <div className={css.scroll} role="region" aria-label={t('pointsByEvent')} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('whatHappened')}</th>
              <th scope="col">{t('change')}</th>
              <th scope="col">{t('total')}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((entry) => (
              <Row key={entry.position} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const Row = ({ entry: { at, reason, change, total } }: { entry: LedgerEntry }) => (
  <tr>
    <th scope="row">
      <span dir="auto">{serverText(reason)}</span>
      <time dateTime={at}>{formatDateTime(Date.parse(at))}</time>
    </th>
    <td data-lost={change < 0 || undefined}>{formatChange(change)}</td>
    <td>{formatPoints(total)}</td>
  </tr>
)

const formatChange = (change: number): string => `${change < 0 ? '−' : '+'}${formatPoints(Math.abs(change))}`
