import type { ConnectionStatus } from '../ui/feedback/connection-pill.tsx'
import { useLateSince } from '../http/late-data.ts'
import { retryNow } from './live-socket.ts'
import { useLiveConnection } from './live-connection.ts'
import type { LiveConnection } from './live-connection.ts'
import type { LiveStore, LiveView } from './live-store.ts'

type PillProps = {
  connection: ConnectionStatus | undefined
  pausedAt: number | undefined
  onRetry: () => void
  onTogglePause: () => void
}

/** A store without its data. Functions of any store may be called through it. */
type AnyLiveStore = Pick<LiveStore<object>, 'refresh' | 'setPaused'> & {
  use: <Part>(
    select: (
      state: Pick<ReturnType<LiveStore<object>['getState']>, 'view' | 'staleSince' | 'pausedAt'>,
    ) => Part,
  ) => Part
}

/**
 * Returns the props of a connection pill for the data of a store. `connection` is undefined until the first connection
 * attempt has an outcome and the data has arrived. `onTogglePause` pauses the store, not the connection.
 */
export function useConnectionPill(store: AnyLiveStore): PillProps {
  const connection = useLiveConnection((live) => live.connection)
  const dataState = store.use(({ view }) => view.state)
  const staleSince = store.use((state) => state.staleSince)
  const pausedAt = store.use((state) => state.pausedAt)
  const lateSince = useLateSince()
  const shown = withData(connection, dataState, staleSince, lateSince)
  const reloads = shown?.state === 'failed' || shown?.state === 'stale'
  return {
    connection: shown,
    pausedAt,
    onRetry: reloads ? () => void store.refresh().catch(() => undefined) : retryNow,
    onTogglePause: () => store.setPaused(pausedAt === undefined),
  }
}

/** A connection is live for data only that has arrived and is up to date. */
function withData(
  connection: LiveConnection,
  dataState: LiveView<object>['state'],
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
