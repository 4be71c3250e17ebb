// The page for visitors, from its header to its footer.

import { SkipLink } from '../../shared/ui/skip-link.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { HowADayGoes } from './how-a-day-goes.tsx'
import { JoinBanner } from './join-banner.tsx'
import { LandingHeader } from './landing-header.tsx'
import { RulesAndQuestions } from './rules-and-questions.tsx'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import frames from '../../shared/styles/frames.module.css'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { ThemeSwitch } from '../../shared/ui/controls/theme-switch.tsx'
import { LanguageSwitch } from '../../shared/ui/controls/language-switch.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './landing-footer.module.css'

export const LandingScreen = () => (
  <>
    <SkipLink />
    <LandingHeader />
    <main id="main">
      <Hero />
      <Features />
      <HowADayGoes />
      <RulesAndQuestions />
      <JoinBanner />
    </main>
    <LandingFooter />
  </>
)

const LandingFooter = () => (
  <footer data-field>
    <div className={`${frames.page} ${css.inside}`}>
      <Logo />
      <p>{t('landing.tagline')}</p>
      <nav aria-label={t('landing.account')} className={css.links}>
        <Link to={paths.logIn}>{t('common.logIn')}</Link>
        <Link to={paths.signUpOnLogInPage}>{t('common.signUp')}</Link>
        <Link to={paths.forgotPassword}>{t('common.forgotPasswordAccounts')}</Link>
        <Link to={paths.admin.home}>{t('common.admin')}</Link>
        <LanguageSwitch />
        <ThemeSwitch />
      </nav>
    </div>
  </footer>
)
