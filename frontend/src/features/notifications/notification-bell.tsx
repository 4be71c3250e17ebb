import { Bell } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { notificationsStore } from './notifications-store.ts'
import { t } from './messages/t.ts'

const NotificationsDialog = lazy(async () => ({
  default: (await import('./notifications-dialog.tsx')).NotificationsDialog,
}))

/** The number of unread notifications, live. Pressing it opens the list. */
export const NotificationBell = () => {
  const [isOpen, setIsOpen] = useState(false)
  const unread = notificationsStore.use(({ view }) => (view.state === 'ready' ? view.data.unread : 0))
  useEffect(() => {
    const stop = notificationsStore.follow()
    void notificationsStore.load(undefined)
    return stop
  }, [])
  return (
    <>
      <IconButton
        label={unread === 0 ? t('notifications') : t('unread', { count: unread })}
        icon={<Bell aria-hidden="true" />}
        badge={unread}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <NotificationsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
