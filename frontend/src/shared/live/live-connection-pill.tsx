import { ConnectionPill } from '../ui/feedback/connection-pill.tsx'
import { useConnectionPill } from './use-connection-pill.ts'
import { useWideLayout } from '../ui/use-wide-layout.ts'

type LivePillProps = {
  /** What is shown from memory while the line is dead. */
  subject: string
  /** There is nothing to show at all; pressing Retry asks again. */
  onRetry?: (() => void) | undefined
}

/** The state of the live line beside the heading of a live list. Pressing it while live stops the movement. */
export const LiveConnectionPill = ({ subject, onRetry }: LivePillProps) => {
  const { connection, ...pill } = useConnectionPill()
  const wide = useWideLayout()
  if (onRetry) return <ConnectionPill connection={{ state: 'failed' }} onRetry={onRetry} />
  return connection && <ConnectionPill connection={connection} {...pill} subject={subject} short={!wide} />
}
