import type { RefObject } from 'react'
import { NotificationsDialog } from './notifications-dialog.tsx'
import { NotificationsMenu } from './notifications-menu.tsx'

type NotificationsPanelProps = {
  shown: 'latest' | 'all'
  buttonRef: RefObject<HTMLButtonElement | null>
  onChange: (shown: 'all' | undefined) => void
}

/** What the bell opens: a menu of the latest notifications, or a dialog with all. */
export const NotificationsPanel = ({ shown, buttonRef, onChange }: NotificationsPanelProps) => {
  const close = () => onChange(undefined)
  return shown === 'latest' ? (
    <NotificationsMenu buttonRef={buttonRef} onClose={close} onSeeAll={() => onChange('all')} />
  ) : (
    <NotificationsDialog onClose={close} />
  )
}
