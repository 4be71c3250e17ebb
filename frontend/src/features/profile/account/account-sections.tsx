// What belongs to the account and not to the profile: password, sessions (the browsers that the user is logged in with), own data, deletion.

import type { OwnSession } from '@thirty/contracts/accounts/sessions-api.ts'
import { useEffect, useState, useRef } from 'react'
import { Download } from 'lucide-react'
import { saveFile, formatBytes } from '../../../shared/http/download.ts'
import { request } from '../../../shared/http/http.ts'
import { useFormSubmit } from '../../../shared/ui/forms/use-form-submit.ts'
import { t } from '../../../shared/i18n/t.ts'
import { liveData, useLiveData } from '../../../shared/live/live-data.ts'
import { renewPush } from '../../../shared/push/push.ts'
import { useSession } from '../../../shared/session/session.ts'
import { deviceLabel, SessionItem } from '../../../shared/sessions/session-item.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { ConfirmedButton, DialogButton } from '../../../shared/ui/dialog/dialog.tsx'
import { lazyDialog, preloadBeforePress } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { Badge, SectionCard, Failure, Success } from '../../../shared/ui/display/surfaces.tsx'
import { SkeletonMenu, Loaded } from '../../../shared/ui/feedback/states.tsx'
import { moveFocus } from '../../../shared/ui/move-focus.ts'
import layout from '../../../shared/styles/layout.module.css'
import words from '../../../shared/styles/words.module.css'
import css from './account-sections.module.css'

export const AccountSections = () => (
  <>
    <PasswordSection />
    <SessionsSection />
    <ExportSection />
    <DeleteSection />
  </>
)

const PasswordForm = lazyDialog(async () => (await import('./account-forms.tsx')).PasswordForm)

const PasswordSection = () => {
  const [state, setState] = useState<'closed' | 'open' | 'canceled' | 'changed'>('closed')
  useEffect(() => preloadBeforePress(PasswordForm.preload), [])
  return (
    <SectionCard title={t('common.password')} className={css.section}>
      <Success text={state === 'changed' && t('profile.passwordChanged')} />
      {state === 'open' ? (
        <PasswordForm onDone={() => setState('changed')} onClose={() => setState('canceled')} />
      ) : (
        <div className={css.row}>
          <p>{t('profile.changeLogsOut')}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form with the pressed button is gone */}
          <Button autoFocus={state !== 'closed'} onClick={() => setState('open')}>
            {t('profile.changePassword')}
          </Button>
        </div>
      )}
    </SectionCard>
  )
}

const ExportSection = () => {
  const { failure, button } = useFormSubmit(t('profile.dataNotExported'))
  const [success, setSuccess] = useState<string>()
  const save = async () => {
    setSuccess(undefined)
    const { success: _, ...data } = await request('GET', '/api/auth/export')
    const name = `thirty-my-data-${data.exportedAt.slice(0, 10)}.json`
    const file = new File([JSON.stringify(data, null, 2)], name, { type: 'application/json' })
    saveFile(file)
    setSuccess(t('profile.dataSaved', { size: formatBytes(file.size) }))
  }
  return (
    <SectionCard title={t('profile.yourData')} className={css.section}>
      <Failure text={failure} />
      <Success text={success} />
      <div className={css.row}>
        <p>{t('profile.whatIsExported')}</p>
        <Button icon={<Download />} busyText={t('profile.exporting')} {...button(save)}>
          {t('profile.exportMyData')}
        </Button>
      </div>
    </SectionCard>
  )
}

const DeleteDialog = lazyDialog(async () => (await import('./account-forms.tsx')).DeleteDialog)

const DeleteSection = () => (
  <SectionCard title={t('profile.deleteAccount')} className={css.danger}>
    <div className={css.row}>
      <p>{t('profile.erasedForGood')}</p>
      <DialogButton kind="danger-outline" dialog={(close) => <DeleteDialog onClose={close} />}>
        {t('profile.deleteMyAccount')}
      </DialogButton>
    </div>
  </SectionCard>
)

const ownSessions = liveData<OwnSession[]>({
  load: async (_key, signal) => (await request('GET', '/api/auth/sessions', { signal })).sessions,
  failedText: t('sessions.loadFailed'),
  // The end of any session disconnects the sockets of its user.
  resyncs: true,
})

export const SessionsSection = () => {
  const explanation = useRef<HTMLParagraphElement>(null)
  return (
    <SectionCard id="sessions-title" title={t('common.sessions')} className={layout.stack12}>
      <p ref={explanation} className={words.soft}>
        {t('sessions.explanation')}
      </p>
      <Loaded
        view={useLiveData(ownSessions)}
        loading={<SkeletonMenu count={2} label={t('sessions.loading')} />}
        compact
      >
        {(rows) => (
          <div>
            <ul className={layout.column} aria-label={t('sessions.yourSessions')}>
              {rows.map((session) => (
                <SessionItem
                  key={session.id}
                  session={session}
                  badge={session.current && <Badge tone="info" label={t('sessions.thisBrowser')} />}
                  action={
                    !session.current && (
                      <EndButton
                        session={session}
                        onEnded={() => explanation.current && moveFocus(explanation.current)}
                      />
                    )
                  }
                />
              ))}
            </ul>
            {rows.length === 1 && <p className={words.faint}>{t('sessions.noOthers')}</p>}
          </div>
        )}
      </Loaded>
      <div>
        <ConfirmedButton
          label={t('sessions.logOutOthers')}
          title={t('sessions.logOutOthersQuestion')}
          description={t('sessions.logOutOthersExplanation')}
          failureText={t('common.sessionsNotEnded')}
          run={async () => {
            await useSession.getState().replaceToken(() => request('POST', '/api/auth/sessions/end-others'))
            ownSessions.change((sessions) => sessions.filter(({ current }) => current))
            // This browser has another token from now on: it has another id, and push messages belong to it.
            void ownSessions.refresh()
            void renewPush().catch(() => undefined)
          }}
          doneText={t('sessions.othersLoggedOut')}
        />
      </div>
    </SectionCard>
  )
}

const EndButton = ({ session, onEnded }: { session: OwnSession; onEnded: () => void }) => {
  const device = deviceLabel(session)
  return (
    <ConfirmedButton
      size="small"
      label={t('common.logOut')}
      aria-label={t('sessions.logOutOf', { device })}
      title={t('sessions.logOutQuestion', { device })}
      description={t('sessions.logOutExplanation')}
      failureText={t('sessions.logOutFailed')}
      run={async () => {
        await request('DELETE', '/api/auth/sessions/:sessionId', { params: { sessionId: session.id } })
        ownSessions.change((sessions) => sessions.filter(({ id }) => id !== session.id))
        // The button that was pressed is gone, and the focus with it. The question keeps the focus until it is gone, too.
        requestAnimationFrame(onEnded)
      }}
      doneText={t('sessions.loggedOut', { device })}
    />
  )
}
