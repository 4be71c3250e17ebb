// The pill that says whether what a screen shows is live, and that pauses it.

import { useEffect, type ReactNode } from 'react'
import { CircleAlert, Hourglass, Pause, RefreshCw, Users, WifiOff } from 'lucide-react'
import { useLateSince } from '../../http/response-headers.ts'
import { t } from '../../i18n/t.ts'
import { FullText, Tooltip } from '../controls/tooltip.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import { useNow, formatClockTime } from '../display/time.tsx'
import { useWideLayout } from '../use-wide-layout.tsx'
import { retryNow, useLiveConnection, type LiveConnection } from '../../live/live-socket.ts'
import type { LiveView } from '../../live/live-types.ts'
import { sayStalenessOnScreen } from '../../live/stale-data.ts'
import css from './live-connection-pill.module.css'

/** What a pill needs of a view. */
export type PillView = Pick<LiveView<unknown>, 'state' | 'staleSince' | 'pausedAt' | 'reload' | 'setPaused'>

/** The state of the connection and the data together. Times in ms since 1970. */
type Shown =
  | Exclude<LiveConnection, { state: 'connecting' }>
  /** The connection is live, but the data could not be loaded again. */
  | { state: 'stale'; since: number }
  | { state: 'failed' }

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

/**
 * A press on the pill pauses and resumes the data of the view, not the connection. The screen then says itself that the data is stale,
 * so `LateNotice` does not.
 */
export const LiveConnectionPill = ({
  view,
  actions,
  subject = t('common.standingsSubject'),
  inCard,
  ...props
}: {
  view: PillView
  /** What the pill does for more than the data of its view. */
  actions?: Partial<Pick<PillView, 'reload' | 'setPaused'>>
  /** The name of the data that stays on screen while offline or behind. */
  subject?: string
  /** Shows only the state while live. */
  short?: boolean
  /** In the head of a card: short, without a pause, and nothing until the state is known. */
  inCard?: 'with-retry' | 'without-retry'
}) => {
  const wide = useWideLayout()
  const short = props.short ?? (!wide || inCard !== undefined)
  const shown = useShownConnection(view)
  useEffect(() => sayStalenessOnScreen(view.reload), [view.reload])
  // Reserves the space of a live pill, so that a heading does not wrap when the pill appears.
  if (!shown)
    return inCard ? null : (
      <span className={css.reserved} data-short={short || undefined} aria-hidden="true" />
    )
  const { reload, setPaused, pausedAt } = { ...view, ...actions }
  const from = (time: number) => t('ui.subjectFrom', { subject, time: formatClockTime(time) })
  if (shown.state === 'live') {
    const onTogglePause = inCard ? undefined : () => setPaused(pausedAt === undefined)
    return <LivePill {...shown} {...{ pausedAt, onTogglePause, from, short }} />
  }
  const { look, icon, name, canRetry } = { canRetry: false, ...looks[shown.state] }
  const reloads = shown.state === 'failed' || shown.state === 'stale'
  return (
    <span className={css.pill} data-state={look}>
      {icon}
      {'reason' in shown ? (
        // A pill is too short for the reason.
        <FullText as="strong" text={shown.reason}>
          {name}
        </FullText>
      ) : (
        <strong>{name}</strong>
      )}
      {'since' in shown && !(short && shown.state === 'stale') && <span>{from(shown.since)}</span>}
      {'retryAt' in shown && (
        <span>
          <Countdown to={shown.retryAt} />
        </span>
      )}
      {canRetry && inCard !== 'without-retry' && (
        <button type="button" className={css.retry} onClick={reloads ? reload : retryNow}>
          {t('common.retry')}
        </button>
      )}
    </span>
  )
}

/**
 * Returns the state that a screen shows of its connection and of the data of a view: live only if the data has arrived and is up to
 * date. Undefined until the first connection attempt has an outcome and the data has arrived.
 */
export function useShownConnection({ state, staleSince }: PillView): Shown | undefined {
  const connection = useLiveConnection((live) => live.connection)
  const lateSince = useLateSince()
  if (connection.state === 'connecting') return undefined
  if (connection.state !== 'live' && connection.state !== 'behind') return connection
  if (state === 'failed') return { state: 'failed' }
  if (state === 'loading') return undefined
  // A heartbeat knows only when the server noticed that it is behind.
  const delayed: Shown = lateSince === undefined ? connection : { state: 'behind', since: lateSince }
  if (connection.state === 'behind') return delayed
  if (staleSince !== undefined) return { state: 'stale', since: staleSince }
  return delayed
}

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

type LivePillProps = {
  updatedAt: number
  /** When the user paused updates, in ms since 1970. */
  pausedAt: number | undefined
  /** Makes the pill a button. */
  onTogglePause: (() => void) | undefined
  from: (time: number) => string
  short: boolean
}

const LivePill = ({ updatedAt, pausedAt, onTogglePause, from, short }: LivePillProps) => {
  const age = useNow(5000) - updatedAt
  const paused = pausedAt !== undefined
  const content = (
    <>
      {paused ? <Pause /> : <LiveIndicator />}
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
