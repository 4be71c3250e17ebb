// What the bell opens: a menu of the latest notifications, or a dialog with all.

import type { RefObject } from 'react'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { NotificationsList } from './notifications-list.tsx'
import { ownNotifications } from './own-notifications.ts'
import { t } from '../../shared/i18n/t.ts'
import { Popover } from 'radix-ui'
import { isFocusLost } from '../../shared/ui/move-focus.ts'
import css from './notifications-panel.module.css'

type NotificationsMenuProps = {
  /** The button that opens and closes it. */
  buttonRef: RefObject<HTMLButtonElement | null>
  onClose: () => void
  onSeeAll: () => void
}

export const NotificationsPanel = ({
  shown,
  ...menu
}: NotificationsMenuProps & { shown: 'latest' | 'all' }) =>
  shown === 'latest' ? <NotificationsMenu {...menu} /> : <NotificationsDialog onClose={menu.onClose} />

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

/** The newest that fit beside the button. */
const shownCount = 6

/** The latest notifications, below the button that opened them. Tab stays among them; Escape and a press outside close them. */
const NotificationsMenu = ({ buttonRef, onClose, onSeeAll }: NotificationsMenuProps) => {
  const isButton = ({ target }: Event) => target instanceof Node && buttonRef.current?.contains(target)
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={buttonRef} />
      <Popover.Content
        aria-label={t('common.notifications')}
        align="end"
        sideOffset={8}
        collisionPadding={12}
        className={css.menu}
        // The button itself closes it.
        onInteractOutside={(event) => isButton(event) && event.preventDefault()}
        onCloseAutoFocus={(event) => {
          // Radix returns the focus to its own trigger, which this menu has not.
          event.preventDefault()
          if (isFocusLost()) buttonRef.current?.focus()
        }}
      >
        <NotificationsList
          limit={shownCount}
          onOpen={onClose}
          after={() => (
            <Button
              size="small"
              onClick={() => {
                // The dialog returns the focus to it.
                buttonRef.current?.focus()
                onSeeAll()
              }}
            >
              {t('notifications.seeAll')}
            </Button>
          )}
        />
      </Popover.Content>
    </Popover.Root>
  )
}
