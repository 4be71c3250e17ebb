// The section with the sessions of the user, which are the browsers they are logged in with, and the buttons that end other ones.

import type { OwnSession } from '@thirty/contracts/accounts/sessions-api.ts'
import { useRef } from 'react'
import { request } from '../../../shared/http/http.ts'
import { liveData, useLiveData } from '../../../shared/live/live-data.ts'
import { Loaded } from '../../../shared/live/loaded.tsx'
import { renewPush } from '../../../shared/push/push.ts'
import { deviceLabel, SessionItem, SessionItems } from '../../../shared/sessions/session-item.tsx'
import { useSession } from '../../../shared/session/session.ts'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { ConfirmedButton } from '../../../shared/ui/dialog/request-dialog.tsx'
import { SkeletonMenu } from '../../../shared/ui/feedback/states.tsx'
import { moveFocus } from '../../../shared/ui/move-focus.ts'
import layout from '../../../shared/styles/layout.module.css'
import words from '../../../shared/styles/words.module.css'
import { t } from '../../../shared/i18n/t.ts'

const ownSessions = liveData<OwnSession[]>({
  load: async (_key, signal) => (await request('GET', '/api/auth/sessions', { signal })).sessions,
  failedText: t('sessions.loadFailed'),
  // The end of any session disconnects the sockets of its user.
  resyncs: true,
})

export const SessionsSection = () => {
  const explanation = useRef<HTMLParagraphElement>(null)
  const focusCard = () => explanation.current && moveFocus(explanation.current)
  return (
    <SectionCard id="sessions-title" title={t('common.sessions')} className={layout.stack12}>
      <p ref={explanation} className={words.soft}>
        {t('sessions.explanation')}
      </p>
      <OwnSessions onRowGone={focusCard} />
      <div>
        <ConfirmedButton
          label={t('sessions.logOutOthers')}
          title={t('sessions.logOutOthersQuestion')}
          description={t('sessions.logOutOthersExplanation')}
          failureText={t('common.sessionsNotEnded')}
          run={endOthers}
          doneText={t('sessions.othersLoggedOut')}
        />
      </div>
    </SectionCard>
  )
}

const OwnSessions = ({ onRowGone }: { onRowGone: () => void }) => (
  <Loaded
    view={useLiveData(ownSessions)}
    loading={<SkeletonMenu count={2} label={t('sessions.loading')} />}
    compact
    heading="h3"
  >
    {(rows) => (
      <div>
        <SessionItems label={t('sessions.yourSessions')}>
          {rows.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              badge={session.current && <Badge tone="info">{t('sessions.thisBrowser')}</Badge>}
              action={!session.current && <EndButton session={session} onEnded={onRowGone} />}
            />
          ))}
        </SessionItems>
        {rows.length === 1 && <p className={words.faint}>{t('sessions.noOthers')}</p>}
      </div>
    )}
  </Loaded>
)

const EndButton = ({ session, onEnded }: { session: OwnSession; onEnded: () => void }) => {
  const device = deviceLabel(session)
  const end = async () => {
    await request('DELETE', '/api/auth/sessions/:sessionId', { params: { sessionId: session.id } })
    ownSessions.change((sessions) => sessions.filter(({ id }) => id !== session.id))
    // The button that was pressed is gone, and the focus with it. The question keeps the focus until it is gone, too.
    requestAnimationFrame(onEnded)
  }
  return (
    <ConfirmedButton
      size="small"
      label={t('common.logOut')}
      aria-label={t('sessions.logOutOf', { device })}
      title={t('sessions.logOutQuestion', { device })}
      description={t('sessions.logOutExplanation')}
      failureText={t('sessions.logOutFailed')}
      run={end}
      doneText={t('sessions.loggedOut', { device })}
    />
  )
}

async function endOthers(): Promise<void> {
  await useSession.getState().replaceToken(() => request('POST', '/api/auth/sessions/end-others'))
  ownSessions.change((sessions) => sessions.filter(({ current }) => current))
  // This browser has another token from now on: it has another id, and push messages belong to it.
  ownSessions.at().getState().reload()
  void renewPush().catch(() => undefined)
}
