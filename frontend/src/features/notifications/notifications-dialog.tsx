import { useState } from 'react'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { NotificationsList } from './notifications-list.tsx'
import { notificationsStore } from './notifications-store.ts'
import { t } from './messages/t.ts'

/** All notifications, the newest first. */
export const NotificationsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog open onOpenChange={(open) => !open && onClose()} title={t('notifications')} width={520}>
    <NotificationsList onOpen={onClose} after={({ nextCursor }) => nextCursor !== null && <More />} />
  </Dialog>
)

const More = () => {
  const state = notificationsStore.use((store) => store.moreState)
  const [hasFailed, setHasFailed] = useState(false)
  const load = async () => {
    setHasFailed(false)
    await notificationsStore.loadMore().catch(() => setHasFailed(true))
  }
  return (
    <>
      {hasFailed && <p role="alert">{t('olderNotLoaded')}</p>}
      <Button size="small" busy={state === 'loading'} busyText={t('loadingMore')} onClick={() => void load()}>
        {t('showOlder')}
      </Button>
    </>
  )
}
