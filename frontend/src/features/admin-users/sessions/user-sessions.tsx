import type { Person } from '@thirty/contracts/api/accounts/people.ts'
import type { ReactNode } from 'react'
import { request } from '../../../shared/http/http.ts'
import { queryClient } from '../../../shared/http/query-client.ts'
import { useLoadState } from '../../../shared/http/use-load-state.ts'
import { SessionItem, SessionItems } from '../../../shared/sessions/session-item.tsx'
import { ownUserId } from '../../../shared/session/session.ts'
import { ConfirmedButton } from '../../../shared/ui/dialog/confirmed-button.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { SkeletonMenu } from '../../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../../shared/ui/feedback/states.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { showSessionsEnded } from '../users-store.ts'
import css from './user-sessions.module.css'
import { t } from './messages/t.ts'

const keyOf = (userId: string) => ['sessions-of-user', userId]

/** The number of sessions of a user, and when one of them was last seen. */
export const SessionCount = ({ user: { sessions: count, lastSeenAt } }: { user: Person }) => {
  const bold = (content: ReactNode) => <b>{content}</b>
  return lastSeenAt === null
    ? t.rich('sessionCount', { count, b: bold })
    : t.rich('sessionCountSeen', { count, b: bold, time: () => <Time at={lastSeenAt} /> })
}

/** Where a user is logged in. */
export const UserSessions = ({ user }: { user: Person }) => (
  <section className={css.sessions} aria-label={t('sessionsOf', { name: user.fullName })}>
    <h3>{t('sessions')}</h3>
    <SessionList user={user} />
  </section>
)

const SessionList = ({ user: { _id: userId, fullName: name } }: { user: Person }) => {
  const load = useLoadState({
    queryKey: keyOf(userId),
    queryFn: async (signal) =>
      (
        await request('GET', '/api/auth/users/:userId/sessions', {
          params: { userId },
          area: 'admin',
          signal,
        })
      ).sessions,
    fallback: t('loadFailed'),
  })
  if (load.state === 'loading') return <SkeletonMenu count={1} label={t('loading')} />
  if (load.state === 'failed')
    return <ErrorState compact heading="h3" title={load.message} onRetry={load.retry} />
  if (load.value.length === 0) return <p className={css.note}>{t('none')}</p>
  return (
    <SessionItems label={t('sessionsOf', { name })}>
      {load.value.map((session) => (
        <SessionItem key={`${session.since} ${session.browser} ${session.system}`} session={session} />
      ))}
    </SessionItems>
  )
}

/** The button that logs a user out everywhere, after a confirmation. */
export const EndSessionsAction = ({ user: { _id: userId, fullName: name } }: { user: Person }) => {
  const end = async () => {
    await request('DELETE', '/api/auth/users/:userId/sessions', { params: { userId }, area: 'admin' })
    queryClient.setQueryData(keyOf(userId), [])
    showSessionsEnded(userId)
    toast({ kind: 'success', text: t('ended', { name }) })
  }
  return (
    <ConfirmedButton
      size="small"
      label={t('endAll')}
      title={t('endAllQuestion', { name })}
      description={userId === ownUserId() ? t('endOwnExplanation') : t('endAllExplanation')}
      failureText={t('endFailed')}
      run={end}
    />
  )
}
