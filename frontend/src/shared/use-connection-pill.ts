import type { Connection } from './ui/connection-pill.tsx'
import { setPaused, retryNow } from './live.ts'
import { useConnection } from './live-connection.ts'

type PillProps = { connection: Connection; paused: boolean; onRetry: () => void; onTogglePause: () => void }

/** What the pill beside a live heading shows and does. */
export function useConnectionPill(): PillProps {
  const { connection, paused } = useConnection()
  return {
    connection: connection.state === 'connecting' ? { state: 'reconnecting', retryAt: 0 } : connection,
    paused,
    onRetry: retryNow,
    onTogglePause: () => setPaused(!paused),
  }
}
