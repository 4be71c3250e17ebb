// The latest notifications, below the button that opened them. Tab stays among them; Escape and a press outside close them.

import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { Button } from '../../shared/ui/controls/button.tsx'
import { isFocusLost } from '../../shared/ui/move-focus.ts'
import { NotificationsList } from './notifications-list.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './notifications-menu.module.css'

type NotificationsMenuProps = {
  /** The button that opens and closes it. */
  buttonRef: RefObject<HTMLButtonElement | null>
  onClose: () => void
  onSeeAll: () => void
}

/** The newest that fit beside the button. */
const shownCount = 6

export const NotificationsMenu = ({ buttonRef, onClose, onSeeAll }: NotificationsMenuProps) => {
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
