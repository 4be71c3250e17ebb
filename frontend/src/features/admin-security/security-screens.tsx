// The screen on which admins change their own two-factor sign-in: app, passkeys and recovery codes. `TwoFactorSetupScreen` shows the same
// cards in place of the admin area to an owner who must have a second factor first, and ends by itself when that is no longer required.

import type { TwoFactorState } from '@thirty/contracts/accounts/two-factor-api.ts'
import { hasSecondFactor } from '@thirty/contracts/accounts/two-factor.ts'
import { useState, useEffect } from 'react'
import { LifeBuoy, Download } from 'lucide-react'
import { AdminPage } from '../../shared/ui/page/page.tsx'
import { ownTwoFactor } from '../../shared/second-step/second-factors.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Banner, SectionCard } from '../../shared/ui/display/surfaces.tsx'
import { SkeletonMenu, Loaded } from '../../shared/ui/feedback/states.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { saveFile } from '../../shared/http/download.ts'
import { holdChecks, useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ConfirmedButton, AlertDialog } from '../../shared/ui/dialog/dialog.tsx'
import { CopyButton } from '../../shared/ui/controls/share-button.tsx'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { openSocket } from '../../shared/live/live-socket.ts'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { Announcer, Toasts, LateNotice } from '../../shared/ui/feedback/shell-messages.tsx'
import { request } from '../../shared/http/http.ts'
import { AppCard, PasskeysCard, showChange, type ShowCodes } from './second-factor-cards.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './security.module.css'

export const SecurityScreen = () => (
  <AdminPage title={t('common.security')} note={t('adminSecurity.note')} narrow>
    <FactorCards />
  </AdminPage>
)

/** The second factors of the user, with what changes them, and the new recovery codes after a change. */
const FactorCards = () => {
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <Loaded
      view={useLiveData(ownTwoFactor)}
      loading={<SkeletonMenu count={3} label={t('adminSecurity.loading')} />}
      failed={t('adminSecurity.loadFailed')}
    >
      {({ twoFactor, required, arePasskeysOffered }) => (
        <div className={layout.stack16}>
          <Banner kind="info">{required && hasSecondFactor(twoFactor) && t('adminSecurity.required')}</Banner>
          <AppCard app={twoFactor.app} onCodes={setCodes} />
          <PasskeysCard passkeys={twoFactor.passkeys} areOffered={arePasskeysOffered} onCodes={setCodes} />
          <CodesCard codes={twoFactor.recoveryCodes} onCodes={setCodes} />
          {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
        </div>
      )}
    </Loaded>
  )
}

const CodesCard = ({ codes, onCodes }: { codes: TwoFactorState['recoveryCodes']; onCodes: ShowCodes }) => (
  <SectionCard id="codes-title" title={t('common.recoveryCodes')} icon={<LifeBuoy />} className={css.card}>
    <p>{t('adminSecurity.codesText')}</p>
    {codes === null ? (
      <p className={layout.quietFacts}>{t('adminSecurity.codesAfterFactor')}</p>
    ) : (
      <>
        <p className={layout.quietFacts}>
          <span>{t('adminSecurity.codesLeft', { count: codes.left })}</span>
          <span>
            {t.rich('adminSecurity.codesSince', { time: () => <Time at={codes.createdAt} exact="date" /> })}
          </span>
        </p>
        <div className={layout.cluster8}>
          <ConfirmedButton
            label={t('adminSecurity.renewCodes')}
            title={t('adminSecurity.renewQuestion')}
            description={t('adminSecurity.renewText')}
            run={async () => {
              const renewed = await request('POST', '/api/auth/two-factor/recovery-codes', { body: {} })
              onCodes(showChange(renewed).codes)
            }}
          />
        </div>
      </>
    )}
  </SectionCard>
)

/** New recovery codes, which are shown this once. Only its button closes it. */
const CodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  useEffect(holdChecks, [])
  const email = useSession(({ session }) => (session.kind === 'admin' ? session.user.email : ''))
  const head = t('adminSecurity.fileHead', { email, site: window.location.host })
  const text = [head, '', ...codes, ''].join('\n')
  return (
    <AlertDialog
      onClose={onClose}
      isDismissible={false}
      title={t('adminSecurity.yourCodes')}
      description={t('adminSecurity.yourCodesText')}
      confirmLabel={t('adminSecurity.done')}
    >
      <ul className={css.codes} aria-label={t('adminSecurity.yourCodes')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={layout.cluster8}>
        <Button
          icon={<Download />}
          onClick={() => saveFile(new File([text], 'thirty-recovery-codes.txt', { type: 'text/plain' }))}
        >
          {t('adminSecurity.download')}
        </Button>
        <CopyButton
          text={codes.join('\n')}
          copied={t('adminSecurity.copied')}
          notCopied={t('adminSecurity.notCopied')}
        />
      </div>
    </AlertDialog>
  )
}

export const TwoFactorSetupScreen = () => {
  const logOut = useSession((store) => store.logOut)
  // The server disconnects it when the requirement ends, and then the session is checked.
  useEffect(openSocket, [])
  return (
    <div className={css.frame}>
      <header className={css.bar} data-field>
        <Logo />
        <Button kind="field-outline" size="small" onClick={logOut}>
          {t('common.logOut')}
        </Button>
      </header>
      <main id="main">
        <LateNotice isAdmin />
        <AdminPage title={t('adminSecurity.setUpTitle')} note={t('adminSecurity.setUpText')} narrow>
          <NextStep />
          <FactorCards />
        </AdminPage>
      </main>
      <Toasts />
      <Announcer />
    </div>
  )
}

/** Opens the admin area once there is a second factor. Another owner may also have ended the requirement. */
const NextStep = () => {
  const check = useSession((store) => store.check)
  const { data: factors } = useLiveData(ownTwoFactor)
  const submit = useFormSubmit('')
  if (!factors) return null
  const isOn = hasSecondFactor(factors.twoFactor)
  const button = (
    <Button kind={isOn ? 'primary' : 'secondary'} busyText={t('common.checking')} {...submit.button(check)}>
      {t(isOn ? 'adminSecurity.openAdminArea' : 'common.checkAgain')}
    </Button>
  )
  if (!isOn) return <div>{button}</div>
  return (
    <Banner kind="success" live action={button}>
      {t('adminSecurity.setUpDone')}
    </Banner>
  )
}
