import type { Connection } from './ui/connection-pill.tsx'
import { setPaused, retryNow } from './live.ts'
import { useConnection } from './live-connection.ts'

type PillProps = {
  connection: Connection | undefined
  paused: boolean
  onRetry: () => void
  onTogglePause: () => void
}

/** What the pill beside a live heading shows and does. No connection while the very first one is being made: that is no news. */
export function useConnectionPill(): PillProps {
  const { connection, paused } = useConnection()
  return {
    connection: connection.state === 'connecting' ? undefined : connection,
    paused,
    onRetry: retryNow,
    onTogglePause: () => setPaused(!paused),
  }
}
