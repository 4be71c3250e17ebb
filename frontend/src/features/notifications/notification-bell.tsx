// The bell in the top bar, with the number of unread notifications, live. Pressing it opens the latest beside it, on phones all of them. It
// also marks the notifications of a project as read when a link from outside, such as in a push message, opens it.

import { Bell } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useLocation } from '../../shared/navigation/router.ts'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.tsx'
import { markProjectAsRead, ownNotifications } from './own-notifications.ts'
import { t } from '../../shared/i18n/t.ts'

const NotificationsPanel = lazyDialog(
  async () => (await import('./notifications-panel.tsx')).NotificationsPanel,
)

export const NotificationBell = () => {
  const isWide = useWideLayout()
  const [shown, setShown] = useState<'latest' | 'all'>()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const unread = useStore(ownNotifications.at(), ({ data }) => data?.unread ?? 0)
  const { pathname, key } = useLocation()
  const isReady = useStore(ownNotifications.at(), ({ data }) => data !== undefined)
  useEffect(() => {
    // The page is the first of this visit: it was opened from a push message or another link to it.
    if (isReady && key === 'default') markProjectAsRead(pathname)
  }, [isReady, key, pathname])
  return (
    <>
      <IconButton
        ref={buttonRef}
        label={unread === 0 ? t('common.notifications') : t('notifications.unread', { count: unread })}
        icon={<Bell />}
        badge={unread}
        aria-haspopup="dialog"
        aria-expanded={shown !== undefined}
        onClick={() => setShown(shown === undefined ? 'latest' : undefined)}
      />
      {shown !== undefined && (
        <NotificationsPanel
          shown={isWide ? shown : 'all'}
          buttonRef={buttonRef}
          onClose={() => setShown(undefined)}
          onSeeAll={() => setShown('all')}
        />
      )}
    </>
  )
}
