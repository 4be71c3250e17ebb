// The pill that says whether what a screen shows is live, and that pauses it.

import type { ReactNode } from 'react'
import { CircleAlert, Hourglass, Pause, RefreshCw, Users, WifiOff } from 'lucide-react'
import { useNow } from '../use-now.ts'
import { LiveIndicator } from './live-indicator.tsx'
import { formatClockTime } from '../../format/format-time.ts'
import { FullText, Tooltip } from '../controls/tooltip.tsx'
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

/** How the pill looks in each state but live, what it says, and whether loading again can help. */
const looks = {
  stale: { look: 'failed', icon: <CircleAlert />, name: t('ui.notUpdated'), canRetry: true },
  behind: { look: 'behind', icon: <Hourglass />, name: t('ui.delayed') },
  reconnecting: {
    look: 'reconnecting',
    icon: <RefreshCw className={css.turning} />,
    name: t('ui.reconnecting'),
  },
  offline: { look: 'offline', icon: <WifiOff />, name: t('ui.offline'), canRetry: true },
  full: { look: 'reconnecting', icon: <Users />, name: t('ui.crowded') },
  failed: { look: 'failed', icon: <CircleAlert />, name: t('ui.couldNotLoad'), canRetry: true },
}

export const ConnectionPill = ({
  connection,
  subject = t('common.standingsSubject'),
  onRetry,
  pausedAt,
  onTogglePause,
  short = false,
}: ConnectionPillProps) => {
  const from = (time: number) => t('ui.subjectFrom', { subject, time: formatClockTime(time) })
  if (connection.state === 'live')
    return <LivePill {...connection} {...{ pausedAt, onTogglePause, from, short }} />
  const { look, icon, name, canRetry } = { canRetry: false, ...looks[connection.state] }
  return (
    <span className={css.pill} data-state={look}>
      {icon}
      {'reason' in connection ? (
        // A pill is too short for the reason.
        <FullText as="strong" text={connection.reason}>
          {name}
        </FullText>
      ) : (
        <strong>{name}</strong>
      )}
      {'since' in connection && !(short && connection.state === 'stale') && (
        <span>{from(connection.since)}</span>
      )}
      {'retryAt' in connection && (
        <span>
          <Countdown to={connection.retryAt} />
        </span>
      )}
      {canRetry && onRetry && (
        <button type="button" className={css.retry} onClick={onRetry}>
          {t('common.retry')}
        </button>
      )}
    </span>
  )
}

/** Reserves the space of a live pill, so that a heading does not wrap when the pill appears. */
export const ReservedPill = ({ short = false }: Pick<ConnectionPillProps, 'short'>) => (
  <span className={css.reserved} data-short={short || undefined} aria-hidden="true" />
)

/** The seconds until a time in ms since 1970. */
const Countdown = ({ to }: { to: number }) => {
  const seconds = Math.max(0, Math.ceil((to - useNow(1000)) / 1000))
  return seconds > 0 ? t('ui.reconnectsIn', { seconds }) : t('ui.reconnectsNow')
}

const formatAge = (ms: number) => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return seconds < 60
    ? t('ui.ageSeconds', { count: seconds })
    : t('ui.ageMinutes', { count: Math.floor(seconds / 60) })
}

const onlyWide = (text: ReactNode) => <span className={css.wide}>{text}</span>

type LivePillProps = Pick<ConnectionPillProps, 'pausedAt' | 'onTogglePause'> & {
  updatedAt: number
  busy?: boolean
  from: (time: number) => string
  short: boolean
}

const LivePill = ({ updatedAt, busy = false, pausedAt, onTogglePause, from, short }: LivePillProps) => {
  const age = useNow(5000) - updatedAt
  const paused = pausedAt !== undefined
  const content = (
    <>
      {paused ? <Pause /> : <LiveIndicator moving={busy} />}
      <strong>{paused ? t('ui.paused') : t('common.live')}</strong>
      {!short && (
        <span>
          {paused
            ? from(pausedAt)
            : age < 1000
              ? t.rich('ui.updatedJustNow', { wide: onlyWide })
              : t.rich('ui.updatedAgo', { age: formatAge(age), wide: onlyWide })}
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
