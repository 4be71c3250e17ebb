import { ArrowRight } from 'lucide-react'
import { paths } from '../../app/paths.ts'
import { plannedDays } from '../../shared/day-marks.ts'
import { ThirtyBars } from '../../shared/pictures/thirty-bars.tsx'
import layout from '../../shared/styles/layout.module.css'
import type_ from '../../shared/styles/type.module.css'
import { ButtonLink } from '../../shared/ui/button-link.tsx'
import { useWide } from '../../shared/use-wide.ts'
import { ShowcaseCard } from './showcase-card.tsx'
import { known, useShowcase } from './showcase-store.ts'
import css from './hero.module.css'

export const Hero = () => {
  const wide = useWide()
  const day = useShowcase(({ showcase }) => known(showcase)?.day ?? 1)
  return (
    <>
      <section className={css.hero} data-field>
        <div className={`${layout.page} ${css.inside}`}>
          <div className={css.words}>
            <h1 className={type_.display}>
              Thirty days. <br />
              One build <br />a day.
            </h1>
            <p className={css.lead}>
              Ship a small project every day, have it scored by challenge admins, and watch the leaderboard
              move while it happens.
            </p>
            <div className={css.actions}>
              <ButtonLink
                to={paths.joinByLogIn}
                kind="today"
                size="large"
                wide={!wide}
                iconEnd={<ArrowRight aria-hidden="true" />}
              >
                Join the challenge
              </ButtonLink>
              <ButtonLink to={paths.section('rules')} kind="field-outline" size="large" wide={!wide}>
                Read the rules
              </ButtonLink>
            </div>
          </div>
          {wide && <ShowcaseCard most={6} />}
        </div>
        <ThirtyBars days={plannedDays(day)} numbers={wide} height={wide ? 210 : 104} />
      </section>
      {!wide && (
        <div className={`${layout.page} ${css.below}`}>
          <ShowcaseCard most={4} />
        </div>
      )}
    </>
  )
}
