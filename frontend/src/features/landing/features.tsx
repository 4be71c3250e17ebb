// The part of the landing page that shows what the product offers, each with an illustration.

import type { ReactNode } from 'react'
import frames from '../../shared/styles/frames.module.css'
import { CommunityIllustration } from './illustrations/community-illustration.tsx'
import { DocumentationIllustration } from './illustrations/documentation-illustration.tsx'
import { RatingIllustration } from './illustrations/rating-illustration.tsx'
import { SubmissionIllustration } from './illustrations/submission-illustration.tsx'
import { ThemesIllustration } from './illustrations/themes-illustration.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './features.module.css'
import { dayMarks, plannedDays } from '../../shared/challenge/day-marks.ts'
import { ChallengeRoute } from '../../shared/charts/days/challenge-route.tsx'
import { useShowcase } from './showcase.ts'

export const Features = () => (
  <section id="features" className={`${frames.page} ${css.section}`}>
    <div className={css.intro}>
      <h2>{t.rich('landing.featuresTitle', { br: () => <br /> })}</h2>
      <p>{t('landing.featuresText')}</p>
    </div>
    <ul className={css.grid}>
      <Feature title={t('landing.overview')} illustration={<RouteIllustration />}>
        {t('landing.overviewText')}
      </Feature>
      <Feature title={t('landing.submission')} illustration={<SubmissionIllustration />}>
        {t('landing.submissionText')}
      </Feature>
      <Feature title={t('landing.rating')} illustration={<RatingIllustration />}>
        {t('landing.ratingText')}
      </Feature>
      <Feature title={t('landing.themes')} illustration={<ThemesIllustration />}>
        {t('landing.themesText')}
      </Feature>
      <Feature title={t('landing.community')} illustration={<CommunityIllustration />}>
        {t('landing.communityText')}
      </Feature>
      <Feature title={t('common.documentation')} illustration={<DocumentationIllustration />}>
        {t('landing.documentationText')}
      </Feature>
    </ul>
  </section>
)

const Feature = ({
  title,
  illustration,
  children,
}: {
  title: string
  illustration: ReactNode
  children: ReactNode
}) => (
  <li className={css.card}>
    <div className={css.picture}>{illustration}</div>
    <div className={css.words}>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  </li>
)

/** The route of the current leader; the planned route while there is none. */
const RouteIllustration = () => {
  const response = useShowcase()
  const leader = response?.rows[0]
  const day = response?.day ?? 1
  if (leader === undefined || leader.days.length === 0) {
    return <ChallengeRoute days={plannedDays(day)} personName={t('landing.theChallenge')} table={false} />
  }
  return <ChallengeRoute days={dayMarks(leader.days, day)} personName={leader.name} table={false} />
}
