import type { Notification } from '@thirty/contracts/api/community/notifications.ts'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { ProjectLink } from '../../shared/projects/project-link.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/feedback/states.tsx'
import { useServerNow } from '../../shared/ui/use-now.ts'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { formatNotification } from './notification-text.ts'
import { markAllAsRead, notificationsStore } from './notifications-store.ts'
import type { Notifications } from './notifications-store.ts'
import { t } from './messages/t.ts'
import css from './notifications.module.css'

/** What happened to the own projects and to the challenge. */
export const NotificationsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog open onOpenChange={(open) => !open && onClose()} title={t('notifications')} width={520}>
    <Content onClose={onClose} />
  </Dialog>
)

const Content = ({ onClose }: { onClose: () => void }) => {
  const view = notificationsStore.use((store) => store.view)
  if (view.state === 'loading') return <SkeletonMenu count={4} label={t('loading')} />
  if (view.state === 'failed')
    return (
      <ErrorState title={t('notLoaded')} compact onRetry={() => void notificationsStore.load(undefined)}>
        {errorMessage(view.error, '')}
      </ErrorState>
    )
  if (view.data.notifications.length === 0)
    return <EmptyState title={t('nothingYet')}>{t('whatAppearsHere')}</EmptyState>
  return <List loaded={view.data} onClose={onClose} />
}

const List = ({ loaded, onClose }: { loaded: Notifications; onClose: () => void }) => {
  const { pending, failure, run } = useFormSubmit(t('notMarked'))
  return (
    <div className={css.content}>
      {failure !== undefined && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
      {loaded.unread > 0 && (
        <div>
          <Button
            size="small"
            icon={<CheckCheck aria-hidden="true" />}
            busy={pending}
            onClick={() => void run(() => markAllAsRead(loaded))}
          >
            {t('markAllAsRead')}
          </Button>
        </div>
      )}
      <ul className={css.list}>
        {loaded.notifications.map((notification) => (
          <li key={notification.id} className={css.item} data-unread={notification.isUnread || undefined}>
            <NotificationLink notification={notification} onClick={onClose} />
            <Time at={notification.at} />
          </li>
        ))}
      </ul>
      {loaded.nextCursor !== null && <More />}
    </div>
  )
}

type NotificationLinkProps = { notification: Notification; onClick: () => void }

const NotificationLink = ({ notification, onClick }: NotificationLinkProps) => {
  const text = formatNotification(notification, useServerNow(60_000))
  const content = notification.isUnread
    ? t.rich('unreadText', { text, hidden: (label) => <VisuallyHidden>{label}</VisuallyHidden> })
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
