import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { plannedDays } from '../../shared/day-marks.ts'
import { useLoaded } from '../../shared/http-load.ts'
import { ThirtyBars } from '../../shared/pictures/thirty-bars.tsx'
import { Plate } from '../../shared/ui/day-badge.tsx'
import { Logo } from '../../shared/ui/mark.tsx'
import { openDay } from './api.ts'
import css from './admin-frame.module.css'

/** One card on the field, with the month at its foot. */
export const AdminFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  const day = useLoaded('open-day', openDay, '')
  return (
    <div className={css.frame} data-field>
      <header className={css.head}>
        <Link to={paths.landing} className={css.home} aria-label="Thirty, start page">
          <Logo />
        </Link>
      </header>
      <main id="main" className={css.main}>
        <div className={css.card} data-plain>
          <div className={css.intro}>
            <Plate tone="primary">Admin</Plate>
            <h1>{title}</h1>
          </div>
          {children}
        </div>
      </main>
      <div className={css.bars}>
        <ThirtyBars days={plannedDays(day.state === 'ready' ? day.value : 1)} height={210} dim />
      </div>
    </div>
  )
}
