import { challengeBriefs } from '@thirty/contracts/challenge-briefs.ts'
import { Hammer } from 'lucide-react'
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import layout from '../../shared/styles/layout.module.css'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { findComingSoonPage } from './coming-soon-pages.ts'
import type { ComingSoonPage } from './coming-soon-pages.ts'
import css from './coming-soon-screen.module.css'

/** Replaces a screen that comes with the next release. */
export const ComingSoonScreen = () => {
  const { pathname } = useLocation()
  const page = findComingSoonPage(pathname)
  if (page === undefined) return <Navigate to={paths.landing} replace />
  return (
    <div className={`${layout.page} ${css.screen}`}>
      <ComingSoonPanel page={page} />
    </div>
  )
}

const ComingSoonPanel = ({ page }: { page: ComingSoonPage }) => (
  <section className={css.plate} data-field>
    <div className={css.words}>
      <Badge tone="info" icon={<Hammer />}>
        Coming in the next release
      </Badge>
      <h1>{page.title}</h1>
      <p className={css.will}>{page.description}</p>
      <p className={css.meanwhile}>{page.alternative}</p>
      <p className={css.links}>
        {page.links.map(({ to, label }, index) => (
          <ButtonLink key={to} to={to} kind={index === 0 ? 'primary' : 'field-outline'}>
            {label}
          </ButtonLink>
        ))}
      </p>
    </div>
    <Scaffold />
  </section>
)

/** Thirty empty slashes. */
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
