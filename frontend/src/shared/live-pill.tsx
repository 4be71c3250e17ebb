import { retryNow, setPaused } from './live.ts'
import { useConnection } from './live-connection.ts'
import { ConnectionPill } from './ui/connection-pill.tsx'

type LivePillProps = {
  /** What is shown from memory while the line is dead. */
  subject: string
  /** There is nothing to show at all; pressing Retry asks again. */
  onRetry?: (() => void) | undefined
}

/** The state of the live line beside the heading of a live list. Pressing it while live stops the movement. */
export const LivePill = ({ subject, onRetry }: LivePillProps) => {
  const { connection, paused } = useConnection()
  if (onRetry) return <ConnectionPill connection={{ state: 'failed' }} onRetry={onRetry} />
  // While the line is still being opened there is nothing true to say.
  if (connection.state === 'connecting') return null
  return (
    <ConnectionPill
      connection={connection}
      subject={subject}
      onRetry={retryNow}
      paused={paused}
      onTogglePause={() => setPaused(!paused)}
    />
  )
}
