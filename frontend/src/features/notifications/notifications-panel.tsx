import { type RefObject, useState } from 'react'
import { NotificationsMenu } from './notifications-menu.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { NotificationsList } from './notifications-list.tsx'
import { notificationsStore } from './notifications-store.ts'
import { t } from './messages/t.ts'

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

/** All notifications, the newest first. */
const NotificationsDialog = ({ onClose }: { onClose: () => void }) => (
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
