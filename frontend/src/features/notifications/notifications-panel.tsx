// What the bell opens: a menu of the latest notifications, or a dialog with all; and the sentence of a notification.

import type { Notification, Actor } from '@thirty/contracts/notifications/api.ts'
import {
  notificationText,
  type NotificationContent,
} from '@thirty/contracts/notifications/notification-text.ts'
import { type RefObject, useRef, type ReactNode } from 'react'
import { Popover } from 'radix-ui'
import { CheckCheck } from 'lucide-react'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { t, formatName } from '../../shared/i18n/t.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { People, useNameOf, distinctNames, type NameOf } from '../../shared/people/people.tsx'
import { ProjectLink } from '../../shared/projects/project-parts.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Time, useServerNow } from '../../shared/ui/display/time.tsx'
import { Failure } from '../../shared/ui/display/surfaces.tsx'
import { SkeletonMenu, EmptyState, Loaded } from '../../shared/ui/feedback/states.tsx'
import { isFocusLost, moveFocus } from '../../shared/ui/move-focus.ts'
import { ownNotifications, markAllAsRead, markAsRead, type Notifications } from './own-notifications.ts'
import css from './notifications-panel.module.css'

type NotificationsMenuProps = {
  /** The button that opens and closes it. */
  buttonRef: RefObject<HTMLButtonElement | null>
  onClose: () => void
  onSeeAll: () => void
}

type NotificationsPanelProps = NotificationsMenuProps & { shown: 'latest' | 'all' }

/** The latest notifications in a menu, or all of them in a dialog, the newest first. */
export const NotificationsPanel = ({ shown, ...menu }: NotificationsPanelProps) =>
  shown === 'latest' ? (
    <NotificationsMenu {...menu} />
  ) : (
    <Dialog onClose={menu.onClose} title={t('common.notifications')} width={520}>
      <NotificationsList onOpen={menu.onClose}>
        <Older />
      </NotificationsList>
    </Dialog>
  )

const Older = () => {
  const { data, moreState, loadMore } = useLiveData(ownNotifications)
  if (!data?.nextCursor) return null
  return (
    <>
      {moreState === 'failed' && <p role="alert">{t('notifications.olderNotLoaded')}</p>}
      <Button size="small" busy={moreState === 'loading'} busyText={t('common.loading')} onClick={loadMore}>
        {t('notifications.showOlder')}
      </Button>
    </>
  )
}

/** The latest notifications, as many as fit below the button that opened them. Tab stays among them; Escape and a press outside close them. */
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
        <NotificationsList limit={6} onOpen={onClose}>
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
        </NotificationsList>
      </Popover.Content>
    </Popover.Root>
  )
}

type NotificationsListProps = {
  /** Shows only this many, the newest. */
  limit?: number | undefined
  /** Called when the reader opens one. */
  onOpen: () => void
  /** Below loaded notifications. */
  children: ReactNode
}

/** The list of notifications about the user's projects and the challenge. One that is opened is marked as read. */
const NotificationsList = ({ limit, onOpen, children }: NotificationsListProps) => {
  const listRef = useRef<HTMLUListElement>(null)
  const markAll = async (loaded: Notifications) => {
    await markAllAsRead(loaded)
    // The button goes.
    if (listRef.current) moveFocus(listRef.current)
  }
  return (
    <Loaded
      view={useLiveData(ownNotifications)}
      loading={<SkeletonMenu count={4} label={t('notifications.loading')} />}
      failed={t('notifications.notLoaded')}
      empty={<EmptyState title={t('notifications.nothingYet')} text={t('notifications.whatAppearsHere')} />}
      compact
      heading="h2"
    >
      {(loaded) => (
        <div className={css.content}>
          {loaded.unread > 0 && <MarkAllAsRead onMark={() => markAll(loaded)} />}
          <People of={peopleIn(loaded.notifications)}>
            <ul ref={listRef} className={css.list}>
              {loaded.notifications.slice(0, limit).map((notification) => (
                <li
                  key={notification.id}
                  className={css.item}
                  data-unread={notification.isUnread || undefined}
                >
                  <NotificationLink
                    notification={notification}
                    onClick={() => {
                      void markAsRead([notification])
                      onOpen()
                    }}
                  />
                  <Time at={notification.at} />
                </li>
              ))}
            </ul>
          </People>
          {children}
        </div>
      )}
    </Loaded>
  )
}

const MarkAllAsRead = ({ onMark }: { onMark: () => Promise<void> }) => {
  const { failure, button } = useFormSubmit(t('notifications.notMarked'))
  return (
    <>
      <Failure text={failure} />
      <div>
        <Button size="small" icon={<CheckCheck />} {...button(onMark)}>
          {t('notifications.markAllAsRead')}
        </Button>
      </div>
    </>
  )
}

const NotificationLink = ({ notification, onClick }: { notification: Notification; onClick: () => void }) => {
  const text = formatNotification(notification, useServerNow(60_000), useNameOf())
  const content = notification.isUnread ? t.rich('notifications.unreadText', { text }) : text
  return 'project' in notification ? (
    <ProjectLink projectId={notification.project._id} onClick={onClick}>
      {content}
    </ProjectLink>
  ) : (
    <Link to={paths.dashboard} onClick={onClick}>
      {content}
    </Link>
  )
}

/**
 * Returns a notification as a sentence in the language of this page, made by the rule with which the server has made the English one. `now` is
 * in milliseconds since 1970 and may be later than the time of the server. `nameOf` names people as in the list around it.
 */
export const formatNotification = (
  notification: NotificationContent,
  now: number,
  nameOf: NameOf = distinctNames(peopleIn([notification])),
): string => formatName(notificationText(notification, now, nameOf).message)

/** Returns everybody whom these notifications name. */
const peopleIn = (notifications: readonly (NotificationContent | Notification)[]): Actor[] =>
  notifications.flatMap((one) => ('people' in one ? one.people : 'by' in one ? [one.by] : []))
