// The list of notifications about the user's projects and the challenge. One that is opened is marked as read.

import type { Notification } from '@thirty/contracts/notifications/api.ts'
import { CheckCheck } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { ProjectLink } from '../../shared/projects/project-link.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Failure } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { moveFocus } from '../../shared/ui/move-focus.ts'
import { useServerNow } from '../../shared/ui/use-now.ts'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { formatNotification, peopleIn } from './notification-text.ts'
import { markAllAsRead, markAsRead, ownNotifications, type Notifications } from './own-notifications.ts'
import { People, useNameOf } from '../../shared/people/people.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './notifications.module.css'

type NotificationsListProps = {
  /** Shows only this many, the newest. */
  limit?: number | undefined
  /** Called when the reader opens one. */
  onOpen: () => void
  /** Rendered below loaded notifications. */
  after: (loaded: Notifications) => ReactNode
}

export const NotificationsList = (props: NotificationsListProps) => (
  <Loaded
    view={useLiveData(ownNotifications)}
    loading={<SkeletonMenu count={4} label={t('notifications.loading')} />}
    failed={t('notifications.notLoaded')}
    empty={
      <EmptyState title={t('notifications.nothingYet')}>{t('notifications.whatAppearsHere')}</EmptyState>
    }
    compact
  >
    {(loaded) => <List {...props} loaded={loaded} />}
  </Loaded>
)

const List = ({ loaded, limit, onOpen, after }: NotificationsListProps & { loaded: Notifications }) => {
  const listRef = useRef<HTMLUListElement>(null)
  const markAll = async () => {
    await markAllAsRead(loaded)
    // The button goes.
    if (listRef.current) moveFocus(listRef.current)
  }
  return (
    <div className={css.content}>
      {loaded.unread > 0 && <MarkAllAsRead onMark={markAll} />}
      <People of={peopleIn(loaded.notifications)}>
        <ul ref={listRef} className={css.list}>
          {loaded.notifications.slice(0, limit).map((notification) => (
            <li key={notification.id} className={css.item} data-unread={notification.isUnread || undefined}>
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
      {after(loaded)}
    </div>
  )
}

const MarkAllAsRead = ({ onMark }: { onMark: () => Promise<void> }) => {
  const { pending, failure, run } = useFormSubmit(t('notifications.notMarked'))
  return (
    <>
      <Failure text={failure} />
      <div>
        <Button
          size="small"
          icon={<CheckCheck aria-hidden="true" />}
          busy={pending}
          onClick={() => void run(onMark)}
        >
          {t('notifications.markAllAsRead')}
        </Button>
      </div>
    </>
  )
}

type NotificationLinkProps = { notification: Notification; onClick: () => void }

const NotificationLink = ({ notification, onClick }: NotificationLinkProps) => {
  const text = formatNotification(notification, useServerNow(60_000), useNameOf())
  const content = notification.isUnread
    ? t.rich('notifications.unreadText', {
        text,
        hidden: (label) => <VisuallyHidden>{label}</VisuallyHidden>,
      })
    : text
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
