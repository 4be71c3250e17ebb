// The top of the landing page: title, the way in, when the challenge ends, and the top of the leaderboard.

import { ArrowRight } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { ChallengeEnd } from '../../shared/challenge/challenge-end.tsx'
import { plannedDays } from '../../shared/challenge/day-marks.ts'
import { ThirtyBarsBackdrop } from '../../shared/charts/days/thirty-bars-backdrop.tsx'
import frames from '../../shared/styles/frames.module.css'
import type_ from '../../shared/styles/type.module.css'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { ByLayout } from '../../shared/ui/by-layout.tsx'
import { ShowcaseCard } from './showcase-card.tsx'
import { useShowcase } from './showcase.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './hero.module.css'

export const Hero = () => {
  const response = useShowcase()
  const day = response?.day ?? 1
  return (
    <>
      <section className={css.hero} data-field>
        <div className={`${frames.page} ${css.inside}`}>
          <div className={css.words}>
            <h1 className={type_.display}>{t.rich('landing.heroTitle', { br: () => <br /> })}</h1>
            <p className={css.lead}>{t('landing.heroText')}</p>
            <div className={css.actions}>
              <ButtonLink to={paths.signUpOnLogInPage} kind="today" size="large" iconEnd={<ArrowRight />}>
                {t('common.joinTheChallenge')}
              </ButtonLink>
              <ButtonLink to={paths.section('rules')} kind="field-outline" size="large">
                {t('landing.readTheRules')}
              </ButtonLink>
            </div>
            {/* An empty line until the end is known, so that what is below does not jump. */}
            <p className={css.end}>
              {response?.endsAt ? (
                <ChallengeEnd endsAt={response.endsAt} ended={response.ended} timeZone={response.timeZone} />
              ) : (
                '\u00a0'
              )}
            </p>
          </div>
          <ByLayout wide={<ShowcaseCard maxRows={6} />} narrow={null} />
        </div>
        <ByLayout
          wide={<ThirtyBarsBackdrop days={plannedDays(day)} numbers height={210} />}
          narrow={<ThirtyBarsBackdrop days={plannedDays(day)} height={104} />}
        />
      </section>
      <ByLayout
        wide={null}
        narrow={
          <div className={`${frames.page} ${css.below}`}>
            <ShowcaseCard maxRows={4} />
          </div>
        }
      />
    </>
  )
}
