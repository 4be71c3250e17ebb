// The sessions of a user, for admins: where they are, and the button that ends them.

import type { Person } from '@thirty/contracts/accounts/people-api.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { SessionItem, SessionItems } from '../../shared/sessions/session-item.tsx'
import { ownUserId } from '../../shared/session/session.ts'
import { ConfirmedButton } from '../../shared/ui/dialog/request-dialog.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/states.tsx'
import { t } from '../../shared/i18n/t.ts'
import { allUsers } from './users-data.ts'
import words from '../../shared/styles/words.module.css'
import css from './user-sessions.module.css'

const sessionsOfUser = liveData({
  load: async (userId: string, signal) => {
    const { sessions } = await request('GET', '/api/auth/users/:userId/sessions', {
      params: { userId },
      signal,
    })
    return sessions
  },
  isEmpty: (sessions) => sessions.length === 0,
  failedText: t('userSessions.loadFailed'),
})

/** Where a user is logged in. */
export const UserSessions = ({ user }: { user: Person }) => (
  <section className={css.sessions} aria-label={t('userSessions.sessionsOf', { name: user.fullName })}>
    <h3>{t('common.sessions')}</h3>
    <Loaded
      view={useLiveData(sessionsOfUser, user._id)}
      loading={<SkeletonMenu count={1} label={t('userSessions.loading')} />}
      empty={<p className={words.faint}>{t('userSessions.none')}</p>}
      compact
      heading="h3"
    >
      {(sessions) => (
        <SessionItems label={t('userSessions.sessionsOf', { name: user.fullName })}>
          {sessions.map((session) => (
            <SessionItem key={`${session.since} ${session.browser} ${session.system}`} session={session} />
          ))}
        </SessionItems>
      )}
    </Loaded>
  </section>
)

/** The button that logs a user out everywhere, after a confirmation. */
export const EndSessionsAction = ({ user: { _id: userId, fullName: name } }: { user: Person }) => (
  <ConfirmedButton
    size="small"
    label={t('userSessions.endAll')}
    title={t('userSessions.endAllQuestion', { name })}
    description={
      userId === ownUserId() ? t('userSessions.endOwnExplanation') : t('userSessions.endAllExplanation')
    }
    failureText={t('common.sessionsNotEnded')}
    run={async () => {
      await request('DELETE', '/api/auth/users/:userId/sessions', { params: { userId } })
      sessionsOfUser.at(userId).change(() => [])
      await allUsers.refresh()
    }}
    doneText={t('userSessions.ended', { name })}
  />
)
