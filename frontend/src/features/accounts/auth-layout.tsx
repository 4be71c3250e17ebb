// The layout of login, sign-up and the screens around them: a dark panel with the current day, and the form beside it.
// On phones the panel is above the form. Admins log in and sign up in `admin-accounts`.

import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import type { ReactNode } from 'react'
import { plannedDays } from '../../shared/challenge/day-marks.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { ThirtyBarsBackdrop } from '../../shared/charts/days/thirty-bars-backdrop.tsx'
import { ByLayout } from '../../shared/ui/use-wide-layout.tsx'
import { Link, paths } from '../../shared/navigation/router.ts'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { t } from '../../shared/i18n/t.ts'
import { ThemeSwitch, LanguageSwitch } from '../../shared/ui/controls/theme-and-language.tsx'
import css from './accounts.module.css'

/** The day that is open. The showcase says it, because visitors may load it. */
const openDay = liveData<number>({
  load: async (_key, signal) =>
    (await request('GET', '/api/leaderboard/showcase', { token: null, signal })).day,
  isAlwaysFresh: true,
})

export const AuthLayout = ({ children }: { children: ReactNode }) => {
  const { data: day } = useLiveData(openDay)
  return (
    <div className={css.frame}>
      <aside className={css.plate} data-field>
        <Link to={paths.landing} className={css.home} aria-label={t('common.thirtyStartPage')}>
          <Logo />
        </Link>
        <div className={css.open}>
          <p className={css.headline}>
            {day === undefined ? t('accounts.slogan') : t('accounts.dayIsOpen', { day })}
          </p>
          {day !== undefined && <p className={css.brief}>{challengeBrief(day).title}.</p>}
        </div>
        <div className={css.bars}>
          <ByLayout
            wide={<ThirtyBarsBackdrop days={plannedDays(day ?? 0)} height={300} />}
            narrow={<ThirtyBarsBackdrop days={plannedDays(day ?? 0)} height={56} />}
          />
        </div>
      </aside>
      <main id="main" className={css.side}>
        <div className={css.theme}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        {children}
      </main>
    </div>
  )
}

/** What stands above the fields, or in their place. */
export const Intro = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={css.intro}>
    <h1>{title}</h1>
    {children && <p>{children}</p>}
  </div>
)
