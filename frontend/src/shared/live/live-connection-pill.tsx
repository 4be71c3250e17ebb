import { ConnectionPill } from '../ui/feedback/connection-pill.tsx'
import { useConnectionPill } from './use-connection-pill.ts'
import { useWideLayout } from '../ui/use-wide-layout.ts'

type LiveConnectionPillProps = {
  /** Names the data that stays on screen while offline. */
  subject: string
  /** Set if the data could not be loaded at all; loads it again. */
  onRetry?: (() => void) | undefined
}

/** The state of the live connection beside the heading of a live list. Pressing it while live pauses updates. */
export const LiveConnectionPill = ({ subject, onRetry }: LiveConnectionPillProps) => {
  const { connection, ...pill } = useConnectionPill()
  const wide = useWideLayout()
  if (onRetry) return <ConnectionPill connection={{ state: 'failed' }} onRetry={onRetry} />
  return connection && <ConnectionPill connection={connection} {...pill} subject={subject} short={!wide} />
}
