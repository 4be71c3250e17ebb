import { ArrowRight } from 'lucide-react'
import { paths } from '../../app/paths.ts'
import { ChallengeEnd } from '../../shared/challenge/challenge-end.tsx'
import { plannedDays } from '../../shared/challenge/day-marks.ts'
import { ThirtyBarsBackdrop } from '../../shared/charts/days/thirty-bars-backdrop.tsx'
import layout from '../../shared/styles/layout.module.css'
import type_ from '../../shared/styles/type.module.css'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import { ShowcaseCard } from './showcase-card.tsx'
import { useShowcase } from './showcase-store.ts'
import css from './hero.module.css'

export const Hero = () => {
  const wide = useWideLayout()
  const response = useShowcase()
  const day = response?.day ?? 1
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
                to={paths.signUpOnLogInPage}
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
            {response?.endsAt && (
              <p className={css.end}>
                <ChallengeEnd endsAt={response.endsAt} ended={response.ended} timeZone={response.timeZone} />
              </p>
            )}
          </div>
          {wide && <ShowcaseCard maxRows={6} />}
        </div>
        <ThirtyBarsBackdrop days={plannedDays(day)} numbers={wide} height={wide ? 210 : 104} />
      </section>
      {!wide && (
        <div className={`${layout.page} ${css.below}`}>
          <ShowcaseCard maxRows={4} />
        </div>
      )}
    </>
  )
}
