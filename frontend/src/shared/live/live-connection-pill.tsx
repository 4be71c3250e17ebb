// The state of the live connection, for the heading of a live list. A press on it pauses and resumes updates.

import { ConnectionPill, ReservedPill } from '../ui/feedback/connection-pill.tsx'
import { useConnectionPill, type PillActions, type PillView } from './use-connection-pill.ts'
import { useWideLayout } from '../ui/use-wide-layout.ts'

type LiveConnectionPillProps = {
  view: PillView
  actions?: PillActions
  /** The name of the data that stays on screen while offline. */
  subject: string
}

export const LiveConnectionPill = ({ view, actions, subject }: LiveConnectionPillProps) => {
  const { connection, ...pill } = useConnectionPill(view, actions)
  const wide = useWideLayout()
  if (!connection) return <ReservedPill short={!wide} />
  return <ConnectionPill connection={connection} {...pill} subject={subject} short={!wide} />
}
