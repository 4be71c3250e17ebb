import { ConnectionPill, ReservedPill } from '../ui/feedback/connection-pill.tsx'
import { useConnectionPill, useStorePill } from './use-connection-pill.ts'
import type { AnyLiveStore, PillActions, PillView } from './use-connection-pill.ts'
import { useWideLayout } from '../ui/use-wide-layout.ts'

type Subject = {
  /** The name of the data that stays on screen while offline. */
  subject: string
}
type ViewPillProps = Subject & { view: PillView; actions?: PillActions }
type StorePillProps = Subject & {
  store: AnyLiveStore
  /** Loads the data again. Set it only if the data could not be loaded at all. */
  onRetry?: (() => void) | undefined
}

/** The state of the live connection, for the heading of a live list. A press on it pauses and resumes updates. */
export const LiveConnectionPill = (props: StorePillProps | ViewPillProps) =>
  'view' in props ? <ViewPill {...props} /> : <StorePill {...props} />

const ViewPill = ({ view, actions, subject }: ViewPillProps) => (
  <Pill {...useConnectionPill(view, actions)} subject={subject} />
)

const StorePill = ({ store, subject, onRetry }: StorePillProps) => {
  const pill = useStorePill(store)
  if (onRetry) return <ConnectionPill connection={{ state: 'failed' }} onRetry={onRetry} />
  return <Pill {...pill} subject={subject} />
}

const Pill = ({ connection, ...pill }: ReturnType<typeof useConnectionPill> & Subject) => {
  const wide = useWideLayout()
  if (!connection) return <ReservedPill short={!wide} />
  return <ConnectionPill connection={connection} {...pill} short={!wide} />
}
