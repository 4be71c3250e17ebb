// Replaces the admin area for an owner who has to set up two-factor sign-in first, and ends by itself when that is no longer required.

import { useEffect } from 'react'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { openSocket } from '../../shared/live/live-socket.ts'
import { useSession } from '../../shared/session/session.ts'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Announcer } from '../../shared/ui/feedback/announcer.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Toasts } from '../../shared/ui/feedback/toasts.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { ownTwoFactor } from '../../shared/proof-of-identity/api.ts'
import { LateNotice } from '../../shared/live/late-notice.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { FactorCards, isTwoFactorOn } from './security-screen.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './security.module.css'

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
  const { pending, run } = useFormSubmit('')
  if (!factors) return null
  const isOn = isTwoFactorOn(factors)
  const button = (
    <Button
      kind={isOn ? 'primary' : 'secondary'}
      busy={pending}
      busyText={t('common.checking')}
      onClick={() => void run(check)}
    >
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
