import type { ConnectionStatus } from '../ui/feedback/connection-pill.tsx'
import { useLateSince } from '../http/late-data.ts'
import { retryNow } from './live-socket.ts'
import { useLiveConnection } from './live-connection.ts'
import type { LiveStore } from './live-store.ts'

type PillProps = {
  connection: ConnectionStatus | undefined
  pausedAt: number | undefined
  onRetry: () => void
  onTogglePause: () => void
}

/** A store without its data. Functions of any store may be called through it. */
type AnyLiveStore = Pick<LiveStore<object>, 'refresh' | 'setPaused'> & {
  use: <Part>(
    select: (state: Pick<ReturnType<LiveStore<object>['getState']>, 'staleSince' | 'pausedAt'>) => Part,
  ) => Part
}

/**
 * Returns the props of a connection pill for the data of a store. `connection` is undefined until the first connection
 * attempt has an outcome. `onTogglePause` pauses the store, not the connection.
 */
export function useConnectionPill(store: AnyLiveStore): PillProps {
  const connection = useLiveConnection((live) => live.connection)
  const staleSince = store.use((state) => state.staleSince)
  const pausedAt = store.use((state) => state.pausedAt)
  const lateSince = useLateSince()
  const isStale = staleSince !== undefined && connection.state === 'live'
  return {
    connection: isStale
      ? { state: 'stale', since: staleSince }
      : connection.state === 'connecting'
        ? undefined
        : connection.state === 'live' && lateSince !== undefined
          ? { state: 'behind', since: lateSince }
          : connection,
    pausedAt,
    onRetry: isStale ? () => void store.refresh().catch(() => undefined) : retryNow,
    onTogglePause: () => store.setPaused(pausedAt === undefined),
  }
}
