import { challengeBriefs } from '@thirty/contracts/challenge-briefs.ts'
import { Hammer } from 'lucide-react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import layout from '../../shared/styles/layout.module.css'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Logo } from '../../shared/ui/brand/brand-mark.tsx'
import { findComingSoonPage } from './coming-soon-pages.ts'
import type { ComingSoonPage } from './coming-soon-pages.ts'
import css from './coming-soon-screen.module.css'

/** Stands where a screen will be with the next release. */
export const ComingSoonScreen = () => {
  const { pathname } = useLocation()
  const place = findComingSoonPage(pathname)
  if (place === undefined) return <Navigate to={paths.landing} replace />
  return (
    <div className={`${layout.page} ${css.screen}`}>
      <ComingPlate place={place} />
    </div>
  )
}

/** The same for visitors, who have no shell around it. */
export const PublicComingSoonScreen = () => (
  <>
    <header className={`${layout.page} ${css.bar}`}>
      <Link to={paths.landing} aria-label="Thirty, start page">
        <Logo />
      </Link>
    </header>
    <main id="main">
      <ComingSoonScreen />
    </main>
  </>
)

const ComingPlate = ({ place }: { place: ComingSoonPage }) => (
  <section className={css.plate} data-field>
    <div className={css.words}>
      <Badge tone="info" icon={<Hammer />}>
        Coming with the next release
      </Badge>
      <h1>{place.title}</h1>
      <p className={css.will}>{place.description}</p>
      <p className={css.meanwhile}>{place.alternative}</p>
      <p className={css.links}>
        {place.links.map(({ to, label }, at) => (
          <ButtonLink key={to} to={to} kind={at === 0 ? 'primary' : 'field-outline'}>
            {label}
          </ButtonLink>
        ))}
      </p>
    </div>
    <Scaffold />
  </section>
)

/** Thirty slashes, not filled yet. */
const Scaffold = () => (
  <svg
    viewBox="0 0 640 96"
    aria-hidden="true"
    className={css.scaffold}
    preserveAspectRatio="xMaxYMax meet"
    data-picture
  >
    <g transform="translate(0 96) skewX(-14)">
      {challengeBriefs.map(({ day, difficulty }) => {
        const height = { Beginner: 34, Intermediate: 58, Advanced: 84 }[difficulty]
        return <rect key={day} x={day * 20 - 18} y={-height} width="16" height={height + 6} rx="3" />
      })}
    </g>
  </svg>
)
