// What the bell opens: a menu of the latest notifications, or a dialog with all.

import type { RefObject } from 'react'
import { useLiveData } from '../../shared/live/use-live-data.ts'
import { NotificationsMenu } from './notifications-menu.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { NotificationsList } from './notifications-list.tsx'
import { ownNotifications } from './own-notifications.ts'
import { t } from '../../shared/i18n/t.ts'

type NotificationsPanelProps = {
  shown: 'latest' | 'all'
  buttonRef: RefObject<HTMLButtonElement | null>
  onClose: () => void
  onSeeAll: () => void
}

export const NotificationsPanel = ({ shown, buttonRef, onClose, onSeeAll }: NotificationsPanelProps) =>
  shown === 'latest' ? (
    <NotificationsMenu {...{ buttonRef, onClose, onSeeAll }} />
  ) : (
    <NotificationsDialog onClose={onClose} />
  )

/** All notifications, the newest first. */
const NotificationsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title={t('common.notifications')} width={520}>
    <NotificationsList onOpen={onClose} after={({ nextCursor }) => nextCursor !== null && <More />} />
  </Dialog>
)

const More = () => {
  const { moreState, loadMore } = useLiveData(ownNotifications)
  return (
    <>
      {moreState === 'failed' && <p role="alert">{t('notifications.olderNotLoaded')}</p>}
      <Button size="small" busy={moreState === 'loading'} busyText={t('common.loading')} onClick={loadMore}>
        {t('notifications.showOlder')}
      </Button>
    </>
  )
}
