import type { ConnectionStatus } from '../ui/feedback/connection-pill.tsx'
import { setPaused, retryNow } from './live-socket.ts'
import { useLiveConnection } from './live-connection.ts'

type PillProps = {
  connection: ConnectionStatus | undefined
  paused: boolean
  onRetry: () => void
  onTogglePause: () => void
}

/** Returns the props of a connection pill. `connection` is undefined until the first connection attempt has an outcome. */
export function useConnectionPill(): PillProps {
  const { connection, paused } = useLiveConnection()
  return {
    connection: connection.state === 'connecting' ? undefined : connection,
    paused,
    onRetry: retryNow,
    onTogglePause: () => setPaused(!paused),
  }
}
