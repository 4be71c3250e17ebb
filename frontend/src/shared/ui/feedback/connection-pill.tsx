import { CircleAlert, Hourglass, Pause, RefreshCw, WifiOff } from 'lucide-react'
import { useNow } from '../use-now.ts'
import { LiveIndicator } from './live-indicator.tsx'
import { formatClockTime } from '../../format/format-time.ts'
import css from './connection-pill.module.css'

/** The connection state of a live list. Times in ms since 1970. */
export type ConnectionStatus =
  | { state: 'live'; updatedAt: number; busy?: boolean }
  | { state: 'behind'; since: number }
  | { state: 'reconnecting'; retryAt: number }
  | { state: 'offline'; since: number }
  | { state: 'failed' }

type ConnectionPillProps = {
  connection: ConnectionStatus
  /** The name of the data that stays on screen while offline or behind. */
  subject?: string | undefined
  onRetry?: (() => void) | undefined
  paused?: boolean | undefined
  /** Makes the pill a button that pauses and resumes live updates. */
  onTogglePause?: (() => void) | undefined
  /** Shows only the state while live, for the head of a small card. */
  short?: boolean | undefined
}

export const ConnectionPill = ({
  connection,
  subject = 'standings',
  onRetry,
  paused = false,
  onTogglePause,
  short = false,
}: ConnectionPillProps) => {
  switch (connection.state) {
    case 'live':
      return <LivePill {...connection} {...{ paused, onTogglePause, short }} />
    case 'behind':
      return (
        <span className={css.pill} data-state="behind">
          <Hourglass aria-hidden="true" />
          <strong>Delayed</strong>
          <span>
            {subject} from {formatClockTime(connection.since)}
          </span>
        </span>
      )
    case 'reconnecting':
      return <ReconnectingPill retryAt={connection.retryAt} />
    case 'offline':
      return (
        <span className={css.pill} data-state="offline">
          <WifiOff aria-hidden="true" />
          <strong>Offline</strong>
          <span>
            {subject} from {formatClockTime(connection.since)}
          </span>
          {onRetry && <Retry onPress={onRetry} />}
        </span>
      )
    case 'failed':
      return (
        <span className={css.pill} data-state="failed">
          <CircleAlert aria-hidden="true" />
          <strong>Could not load</strong>
          {onRetry && <Retry onPress={onRetry} />}
        </span>
      )
  }
}

const Retry = ({ onPress }: { onPress: () => void }) => (
  <button type="button" className={css.retry} onClick={onPress}>
    Retry
  </button>
)

const formatAge = (ms: number) => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`
}

type LivePillProps = {
  updatedAt: number
  busy?: boolean | undefined
  paused: boolean
  onTogglePause: (() => void) | undefined
  short: boolean
}

const LivePill = ({ updatedAt, busy = false, paused, onTogglePause, short }: LivePillProps) => {
  const now = useNow(5000)
  const isJustNow = now - updatedAt < 1000
  const content = (
    <>
      {paused ? <Pause aria-hidden="true" /> : <LiveIndicator moving={busy} />}
      <strong>{paused ? 'Paused' : 'Live'}</strong>
      {!short && (
        <span>
          <span className={css.wide}>updated </span>
          {isJustNow ? (
            'just now'
          ) : (
            <>
              {formatAge(now - updatedAt)}
              <span className={css.wide}> ago</span>
            </>
          )}
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
    <button
      type="button"
      className={css.pill}
      data-state={paused ? 'offline' : 'live'}
      aria-pressed={paused}
      aria-label={paused ? 'Paused. Pause live updates' : 'Live. Pause live updates'}
      title={paused ? 'Show live updates again' : 'Pause live updates'}
      onClick={onTogglePause}
    >
      {content}
    </button>
  )
}

const ReconnectingPill = ({ retryAt }: { retryAt: number }) => {
  const now = useNow(1000)
  const seconds = Math.max(0, Math.ceil((retryAt - now) / 1000))
  return (
    <span className={css.pill} data-state="reconnecting">
      <RefreshCw aria-hidden="true" className={css.turning} />
      <strong>Reconnecting</strong>
      <span>{seconds > 0 ? `in ${seconds} s` : 'now'}</span>
    </span>
  )
}
