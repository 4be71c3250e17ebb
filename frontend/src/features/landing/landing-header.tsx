// The bar at the top of the landing page: its sections, and login and sign-up.

import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import frames from '../../shared/styles/frames.module.css'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { PlainIconButton } from '../../shared/ui/controls/plain-icon-button.tsx'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './landing-header.module.css'

const sections = [
  { name: 'features', label: t('landing.sectionFeatures') },
  { name: 'about', label: t('landing.sectionAbout') },
  { name: 'rules', label: t('landing.sectionRules') },
  { name: 'faq', label: t('landing.sectionFaq') },
] as const

export const LandingHeader = () => {
  const [open, setOpen] = useState(false)
  return (
    <header className={css.header} data-field>
      <div className={`${frames.page} ${css.inside}`}>
        <Link to={paths.landing} className={css.home} aria-label={t('common.thirtyStartPage')}>
          <Logo />
        </Link>
        <nav
          aria-label={t('landing.sections')}
          className={css.sections}
          data-open={open || undefined}
          id="sections"
        >
          {sections.map(({ name, label }) => (
            <Link key={name} to={paths.section(name)} onClick={() => setOpen(false)}>
              {label}
            </Link>
          ))}
        </nav>
        <div className={css.actions}>
          <AccountLinks />
          <span className={css.menu}>
            <PlainIconButton
              label={open ? t('common.closeMenu') : t('landing.openMenu')}
              icon={open ? <X /> : <Menu />}
              aria-expanded={open}
              aria-controls="sections"
              onClick={() => setOpen(!open)}
            />
          </span>
        </div>
      </div>
    </header>
  )
}

/** Links to login and sign-up; for signed-in users, a link to their start page. */
const AccountLinks = () => {
  const kind = useSession(({ session }) => session.kind)
  if (kind === 'user' || kind === 'admin') {
    return (
      <ButtonLink to={kind === 'user' ? paths.dashboard : paths.admin.leaderboard} kind="today">
        {kind === 'user' ? t('common.dashboard') : t('common.admin')}
      </ButtonLink>
    )
  }
  return (
    <>
      <Link to={paths.logIn} className={css.logIn}>
        {t('common.logIn')}
      </Link>
      <ButtonLink to={paths.signUpOnLogInPage} kind="today">
        {t('common.signUp')}
      </ButtonLink>
    </>
  )
}
