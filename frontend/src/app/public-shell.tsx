// The layout around screens that everybody may see. Participants have their own shell there, also while their session
// is checked; visitors and admins have a bar.

import { lazy, Suspense } from 'react'
import { Link, Outlet, useLinkedPath, paths } from '../shared/navigation/router.ts'
import { LateNotice, Announcer, Toasts } from '../shared/ui/feedback/shell-messages.tsx'
import { useSession } from '../shared/session/session.ts'
import frames from '../shared/styles/frames.module.css'
import { ButtonLink } from '../shared/ui/controls/button.tsx'
import { Logo } from '../shared/ui/brand/logo.tsx'
import { screens } from '../shared/navigation/screens.ts'
import { SkipLink } from '../shared/ui/skip-link.tsx'
import { ThemeSwitch, LanguageSwitch } from '../shared/ui/controls/theme-and-language.tsx'
import { t } from '../shared/i18n/t.ts'
import css from './public-shell.module.css'

const ParticipantShell = lazy(async () => ({
  default: (await import('./participant-shell/participant-shell.tsx')).ParticipantShell,
}))

export const PublicShell = () => {
  const isUser = useSession(
    ({ session }) => session.kind === 'user' || (session.kind === 'checking' && session.area === 'user'),
  )
  if (!isUser) return <PublicBar />
  return (
    <Suspense fallback={null}>
      <ParticipantShell />
    </Suspense>
  )
}

const PublicBar = () => (
  <>
    <SkipLink />
    <header className={css.bar}>
      <div className={`${frames.page} ${css.inside}`}>
        <Link to={paths.landing} className={css.home} aria-label={t('common.thirtyStartPage')}>
          <Logo />
        </Link>
        <span className={css.theme}>
          <LanguageSwitch />
          <ThemeSwitch />
        </span>
        <AccountLinks />
      </div>
    </header>
    <main id="main">
      <LateNotice />
      <Outlet />
    </main>
    <Toasts />
    <Announcer />
  </>
)

const AccountLinks = () => {
  const kind = useSession(({ session }) => session.kind)
  const from = useLinkedPath()
  // The session of an admin: only the server knows whether it still exists.
  if (kind === 'checking') return null
  if (kind === 'admin') return <ButtonLink to={paths.admin.leaderboard}>{t('common.admin')}</ButtonLink>
  return (
    <>
      <ButtonLink to={paths.logIn} state={{ from }} kind="quiet">
        {screens.logIn.title}
      </ButtonLink>
      <ButtonLink to={paths.signUpOnLogInPage} state={{ from }} kind="today">
        {screens.signUp.title}
      </ButtonLink>
    </>
  )
}
