// The state of the live connection, for the heading of a live list. A press on it pauses and resumes updates.

import { useEffect } from 'react'
import { ConnectionPill, ReservedPill, type ConnectionStatus } from '../ui/feedback/connection-pill.tsx'
import { useWideLayout } from '../ui/use-wide-layout.ts'
import { useLateSince } from '../http/late-data.ts'
import { retryNow } from './live-socket.ts'
import { useLiveConnection, type LiveConnection } from './live-connection.ts'
import type { LiveView } from './live-types.ts'
import { sayStalenessOnScreen } from './stale-data.ts'

type LiveConnectionPillProps = {
  view: PillView
  actions?: PillActions
  /** The name of the data that stays on screen while offline. */
  subject: string
}

export const LiveConnectionPill = ({ view, actions, subject }: LiveConnectionPillProps) => {
  const { connection, ...pill } = useConnectionPill(view, actions)
  const wide = useWideLayout()
  if (!connection) return <ReservedPill short={!wide} />
  return <ConnectionPill connection={connection} {...pill} subject={subject} short={!wide} />
}

type PillProps = {
  connection: ConnectionStatus | undefined
  pausedAt: number | undefined
  onRetry: () => void
  onTogglePause: () => void
}

/** What a pill needs of a view. */
export type PillView = Pick<LiveView<unknown>, 'state' | 'staleSince' | 'pausedAt' | 'reload' | 'setPaused'>

/** What a pill does for more than the data of its view. */
type PillActions = Partial<Pick<PillView, 'reload' | 'setPaused'>>

/**
 * Returns the props of a connection pill for the data of a view. `connection` is undefined until the first connection
 * attempt has an outcome and the data has arrived. `onTogglePause` pauses the data, not the connection. The screen then says
 * itself that the data is stale, so `LateNotice` does not.
 */
export function useConnectionPill(
  { state, staleSince, pausedAt, ...own }: PillView,
  { reload = own.reload, setPaused = own.setPaused }: PillActions = {},
): PillProps {
  const connection = useLiveConnection((live) => live.connection)
  const lateSince = useLateSince()
  useEffect(() => sayStalenessOnScreen(own.reload), [own.reload])
  const shown = withData(connection, state, staleSince, lateSince)
  const reloads = shown?.state === 'failed' || shown?.state === 'stale'
  return {
    connection: shown,
    pausedAt,
    onRetry: reloads ? reload : retryNow,
    onTogglePause: () => setPaused(pausedAt === undefined),
  }
}

/** Shows the connection as live only if the data has arrived and is up to date. */
function withData(
  connection: LiveConnection,
  dataState: PillView['state'],
  staleSince: number | undefined,
  lateSince: number | undefined,
): ConnectionStatus | undefined {
  if (connection.state === 'connecting') return undefined
  if (connection.state !== 'live' && connection.state !== 'behind') return connection
  if (dataState === 'failed') return { state: 'failed' }
  if (dataState === 'loading') return undefined
  // A heartbeat knows only when the server noticed that it is behind.
  const delayed = lateSince === undefined ? connection : ({ state: 'behind', since: lateSince } as const)
  if (connection.state === 'behind') return delayed
  if (staleSince !== undefined) return { state: 'stale', since: staleSince }
  return delayed
}
