// The frame of the screens of admins outside the admin area (login, sign-up, invitation, pending account): a card on the
// dark background, with the thirty days at the bottom.

import type { ReactNode } from 'react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { plannedDays } from '../../shared/challenge/day-marks.ts'
import { LateNotice } from '../../shared/live/late-notice.tsx'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { ThirtyBarsBackdrop } from '../../shared/charts/days/thirty-bars-backdrop.tsx'
import { SlantedBadge } from '../../shared/ui/display/day-badge.tsx'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './admin-auth-layout.module.css'

/** The day of the challenge; screens with a session have `useCurrentDay`. Asks the showcase endpoint, because visitors may call it. */
const currentDay = liveData({
  load: async (_key: undefined, signal) =>
    (await request('GET', '/api/leaderboard/showcase', { token: null, signal })).day,
  isFinal: () => true,
})

export const AdminAuthLayout = ({ title, children }: { title: string; children: ReactNode }) => {
  const { data: day = 1 } = useLiveData(currentDay)
  return (
    <div className={css.frame} data-field>
      <header className={css.head}>
        <Link to={paths.landing} className={css.home} aria-label={t('common.thirtyStartPage')}>
          <Logo />
        </Link>
      </header>
      <main id="main" className={css.main}>
        <LateNotice />
        <div className={css.card} data-plain>
          <div className={css.intro}>
            <SlantedBadge tone="primary">{t('common.admin')}</SlantedBadge>
            <h1>{title}</h1>
          </div>
          {children}
        </div>
      </main>
      <div className={css.bars}>
        <ThirtyBarsBackdrop days={plannedDays(day)} height={210} dim />
      </div>
    </div>
  )
}
