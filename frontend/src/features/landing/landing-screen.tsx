// The landing page for visitors, with the parts that have no file of their own: header, the steps of a day with the totals of the challenge,
// rules and questions, invitation to join, footer.

import { Menu, X, Minus, Plus, ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { t, formatScore, formatNumber } from '../../shared/i18n/t.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { useSession } from '../../shared/session/session.ts'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { PlainIconButton } from '../../shared/ui/controls/icon-button.tsx'
import { LanguageSwitch, ThemeSwitch } from '../../shared/ui/controls/theme-and-language.tsx'
import { SlantedBadge } from '../../shared/ui/display/marks.tsx'
import { DescriptionList } from '../../shared/ui/display/surfaces.tsx'
import { SkipLink } from '../../shared/ui/skip-link.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { useShowcase } from './showcase.ts'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import css from './landing-screen.module.css'

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

const sections = [
  { name: 'features', label: t('landing.sectionFeatures') },
  { name: 'about', label: t('landing.sectionAbout') },
  { name: 'rules', label: t('landing.sectionRules') },
  { name: 'faq', label: t('landing.sectionFaq') },
] as const

/** The bar at the top of the landing page: its sections, and login and sign-up. */
const LandingHeader = () => {
  const [open, setOpen] = useState(false)
  return (
    <header className={css.header} data-field>
      <div className={`${frames.page} ${css.headerInside}`}>
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
  if (kind === 'user' || kind === 'admin')
    return (
      <ButtonLink to={kind === 'user' ? paths.dashboard : paths.admin.leaderboard} kind="today">
        {kind === 'user' ? t('common.dashboard') : t('common.admin')}
      </ButtonLink>
    )
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

const rules = [
  t('landing.ruleOnePerDay'),
  t('landing.ruleLinks'),
  t('landing.ruleOwnWork'),
  t('landing.ruleMissedDays'),
  t('landing.ruleRejection'),
]

const questions = [
  { question: t('landing.whenToStart'), answer: t('landing.whenToStartAnswer') },
  { question: t('landing.whichLanguages'), answer: t('landing.whichLanguagesAnswer') },
  { question: t('landing.whoRates'), answer: t('landing.whoRatesAnswer') },
  { question: t('landing.afterDay30'), answer: t('landing.afterDay30Answer') },
]

const RulesAndQuestions = () => (
  <div className={`${frames.page} ${css.columns}`}>
    <section id="rules" className={css.part}>
      <h2>{t('landing.sectionRules')}</h2>
      <ul className={css.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
    <section id="faq" className={css.part}>
      <h2>{t('landing.faq')}</h2>
      <div>
        {questions.map(({ question, answer }, index) => (
          <details key={question} className={css.question} open={index === 0}>
            <summary>
              {question}
              <Plus size={20} className={css.plus} />
              <Minus size={20} className={css.minus} />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  </div>
)

/** The end of the landing page: an invitation to join. */
const JoinBanner = () => (
  <section className={css.band}>
    <svg
      viewBox="0 0 560 280"
      className={css.bars}
      aria-hidden="true"
      preserveAspectRatio="xMaxYMax meet"
      data-picture
    >
      <g transform="translate(0 280) skewX(-14)">
        {[150, 220, 110, 200, 290].map((height, index) => (
          <rect key={height} x={index * 112 - 20} y={-height} width="84" height={height + 10} rx="10" />
        ))}
      </g>
    </svg>
    <div className={`${frames.page} ${css.joinInside}`}>
      <h2>{t.rich('landing.joinAnyDay')}</h2>
      <div className={layout.cluster12}>
        <Link to={paths.signUpOnLogInPage} className={css.join}>
          {t('common.joinTheChallenge')}
          <ArrowRight size={18} />
        </Link>
        <Link to={paths.logIn} className={css.joinLogIn}>
          {t('common.logIn')}
        </Link>
      </div>
    </div>
  </section>
)

const steps = [
  { title: t('common.readBrief'), text: t('landing.stepReadText') },
  { title: t('landing.stepBuild'), text: t('landing.stepBuildText') },
  { title: t('landing.stepSubmit'), text: t('landing.stepSubmitText') },
  { title: t('landing.stepScore'), text: t('landing.stepScoreText') },
]

const HowADayGoes = () => (
  <section id="about" className={`${frames.page} ${css.section}`}>
    <div className={css.intro}>
      <h2>{t('landing.howADayGoes')}</h2>
      <p>{t('landing.howADayGoesText')}</p>
      <Totals />
    </div>
    <ol className={css.steps}>
      {steps.map(({ title, text }, index) => (
        <li key={title}>
          <SlantedBadge tone={index === steps.length - 1 ? 'today' : 'primary'} size="large">
            {formatNumber(index + 1)}
          </SlantedBadge>
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
)

/** The totals of the challenge. Hidden until they are loaded, and while there are no participants. */
const Totals = () => {
  const response = useShowcase()
  if (response === undefined || response.participants === 0) return null
  const { participants, projects, averageScore } = response
  return (
    <DescriptionList
      className={css.figures}
      valueClass={css.figure}
      entries={[
        [t('common.participantsUnit'), formatNumber(participants)],
        [t('common.projectsSubject'), formatNumber(projects)],
        [t('landing.averageScore'), averageScore !== null && formatScore(averageScore)],
      ]}
    />
  )
}
