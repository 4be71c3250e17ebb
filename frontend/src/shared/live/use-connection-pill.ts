import type { ConnectionStatus } from '../ui/feedback/connection-pill.tsx'
import { setPaused, retryNow } from './live-socket.ts'
import { useLiveConnection } from './live-connection.ts'

type PillProps = {
  connection: ConnectionStatus | undefined
  paused: boolean
  onRetry: () => void
  onTogglePause: () => void
}

/** What the pill beside a live heading shows and does. No connection while the very first one is being made: that is no news. */
export function useConnectionPill(): PillProps {
  const { connection, paused } = useLiveConnection()
  return {
    connection: connection.state === 'connecting' ? undefined : connection,
    paused,
    onRetry: retryNow,
    onTogglePause: () => setPaused(!paused),
  }
}
