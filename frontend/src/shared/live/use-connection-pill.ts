import type { ConnectionStatus } from '../ui/feedback/connection-pill.tsx'
import { setPaused, retryNow } from './live-socket.ts'
import { useLiveConnection } from './live-connection.ts'

type PillProps = {
  connection: ConnectionStatus | undefined
  paused: boolean
  onRetry: () => void
  onTogglePause: () => void
}

/** Returns the props of a live heading's connection pill. No `connection` during the first connect, when there is nothing to report. */
export function useConnectionPill(): PillProps {
  const { connection, paused } = useLiveConnection()
  return {
    connection: connection.state === 'connecting' ? undefined : connection,
    paused,
    onRetry: retryNow,
    onTogglePause: () => setPaused(!paused),
  }
}
