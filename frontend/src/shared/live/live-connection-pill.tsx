import { ConnectionPill, ReservedPill } from '../ui/feedback/connection-pill.tsx'
import { useConnectionPill } from './use-connection-pill.ts'
import { useWideLayout } from '../ui/use-wide-layout.ts'

type LiveConnectionPillProps = {
  store: Parameters<typeof useConnectionPill>[0]
  /** The name of the data that stays on screen while offline. */
  subject: string
  /** Loads the data again. Set it only if the data could not be loaded at all. */
  onRetry?: (() => void) | undefined
}

/** The state of the live connection, for the heading of a live list. A press on it pauses and resumes updates. */
export const LiveConnectionPill = ({ store, subject, onRetry }: LiveConnectionPillProps) => {
  const { connection, ...pill } = useConnectionPill(store)
  const wide = useWideLayout()
  if (onRetry) return <ConnectionPill connection={{ state: 'failed' }} onRetry={onRetry} />
  if (!connection) return <ReservedPill short={!wide} />
  return <ConnectionPill connection={connection} {...pill} subject={subject} short={!wide} />
}
