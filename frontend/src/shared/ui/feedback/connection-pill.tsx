// The pill that says whether what a screen shows is live, and that pauses it.

import type { ReactNode } from 'react'
import { CircleAlert, Hourglass, Pause, RefreshCw, Users, WifiOff } from 'lucide-react'
import { useNow } from '../use-now.ts'
import { LiveIndicator } from './live-indicator.tsx'
import { formatClockTime } from '../../format/format-time.ts'
import { FullText } from '../controls/full-text.tsx'
import { Tooltip } from '../controls/tooltip.tsx'
import { t } from '../../i18n/t.ts'
import css from './connection-pill.module.css'

/** The connection state of a live list. Times in ms since 1970. */
export type ConnectionStatus =
  | { state: 'live'; updatedAt: number; busy?: boolean }
  | { state: 'behind'; since: number }
  | { state: 'reconnecting'; retryAt: number }
  | { state: 'offline'; since: number }
  | { state: 'full'; reason: string; retryAt: number }
  /** The connection is live, but the data could not be loaded again. */
  | { state: 'stale'; since: number }
  | { state: 'failed' }

type ConnectionPillProps = {
  connection: ConnectionStatus
  /** The name of the data that stays on screen while offline or behind. */
  subject?: string | undefined
  onRetry?: (() => void) | undefined
  /** When the user paused updates, in ms since 1970. */
  pausedAt?: number | undefined
  /** Makes the pill a button that pauses and resumes live updates. */
  onTogglePause?: (() => void) | undefined
  /** Shows only the state while live, for the head of a small card. */
  short?: boolean | undefined
}

export const ConnectionPill = ({
  connection,
  subject = t('common.standingsSubject'),
  onRetry,
  pausedAt,
  onTogglePause,
  short = false,
}: ConnectionPillProps) => {
  switch (connection.state) {
    case 'live':
      return <LivePill {...connection} {...{ pausedAt, onTogglePause, subject, short }} />
    case 'stale':
      return (
        <span className={css.pill} data-state="failed">
          <CircleAlert />
          <strong>{t('ui.notUpdated')}</strong>
          {!short && <span>{t('ui.subjectFrom', { subject, time: formatClockTime(connection.since) })}</span>}
          {onRetry && <Retry onPress={onRetry} />}
        </span>
      )
    case 'behind':
      return (
        <span className={css.pill} data-state="behind">
          <Hourglass />
          <strong>{t('ui.delayed')}</strong>
          <span>{t('ui.subjectFrom', { subject, time: formatClockTime(connection.since) })}</span>
        </span>
      )
    case 'reconnecting':
      return <ReconnectingPill retryAt={connection.retryAt} />
    case 'offline':
      return (
        <span className={css.pill} data-state="offline">
          <WifiOff />
          <strong>{t('ui.offline')}</strong>
          <span>{t('ui.subjectFrom', { subject, time: formatClockTime(connection.since) })}</span>
          {onRetry && <Retry onPress={onRetry} />}
        </span>
      )
    case 'full':
      return <FullPill {...connection} />
    case 'failed':
      return (
        <span className={css.pill} data-state="failed">
          <CircleAlert />
          <strong>{t('ui.couldNotLoad')}</strong>
          {onRetry && <Retry onPress={onRetry} />}
        </span>
      )
  }
}

/** Reserves the space of a live pill, so that a heading does not wrap when the pill appears. */
export const ReservedPill = ({ short = false }: Pick<ConnectionPillProps, 'short'>) => (
  <span className={css.reserved} data-short={short || undefined} aria-hidden="true" />
)

const Retry = ({ onPress }: { onPress: () => void }) => (
  <button type="button" className={css.retry} onClick={onPress}>
    {t('common.retry')}
  </button>
)

const formatAge = (ms: number) => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return seconds < 60
    ? t('ui.ageSeconds', { count: seconds })
    : t('ui.ageMinutes', { count: Math.floor(seconds / 60) })
}

const onlyWide = (text: ReactNode) => <span className={css.wide}>{text}</span>

type LivePillProps = {
  updatedAt: number
  busy?: boolean | undefined
  pausedAt: number | undefined
  onTogglePause: (() => void) | undefined
  subject: string
  short: boolean
}

const LivePill = ({ updatedAt, busy = false, pausedAt, onTogglePause, subject, short }: LivePillProps) => {
  const now = useNow(5000)
  const paused = pausedAt !== undefined
  const isJustNow = now - updatedAt < 1000
  const content = (
    <>
      {paused ? <Pause /> : <LiveIndicator moving={busy} />}
      <strong>{paused ? t('ui.paused') : t('common.live')}</strong>
      {!short && paused && <span>{t('ui.subjectFrom', { subject, time: formatClockTime(pausedAt) })}</span>}
      {!short && !paused && (
        <span>
          {isJustNow
            ? t.rich('ui.updatedJustNow', { wide: onlyWide })
            : t.rich('ui.updatedAgo', { age: formatAge(now - updatedAt), wide: onlyWide })}
        </span>
      )}
    </>
  )
  if (!onTogglePause)
    return (
      <span className={css.pill} data-state="live">
        {content}
      </span>
    )
  return (
    <Tooltip text={paused ? t('ui.showUpdatesAgain') : t('ui.pauseUpdates')}>
      <button
        type="button"
        className={css.pill}
        data-state={paused ? 'offline' : 'live'}
        aria-pressed={paused}
        aria-label={paused ? t('ui.pausedButton') : t('ui.liveButton')}
        onClick={onTogglePause}
      >
        {content}
      </button>
    </Tooltip>
  )
}

const ReconnectingPill = ({ retryAt }: { retryAt: number }) => {
  const now = useNow(1000)
  const seconds = Math.max(0, Math.ceil((retryAt - now) / 1000))
  return (
    <span className={css.pill} data-state="reconnecting">
      <RefreshCw className={css.turning} />
      <strong>{t('ui.reconnecting')}</strong>
      <span>{seconds > 0 ? t('ui.reconnectsIn', { seconds }) : t('ui.reconnectsNow')}</span>
    </span>
  )
}

/** Why there is no place for this page is in the tooltip: a pill is short. */
const FullPill = ({ reason, retryAt }: { reason: string; retryAt: number }) => {
  const now = useNow(1000)
  const seconds = Math.max(0, Math.ceil((retryAt - now) / 1000))
  return (
    <span className={css.pill} data-state="reconnecting">
      <Users />
      <FullText as="strong" text={reason}>
        {t('ui.crowded')}
      </FullText>
      <span>{seconds > 0 ? t('ui.reconnectsIn', { seconds }) : t('ui.reconnectsNow')}</span>
    </span>
  )
}
