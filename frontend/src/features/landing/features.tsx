import type { ReactNode } from 'react'
import layout from '../../shared/styles/layout.module.css'
import { CommunityIllustration } from './illustrations/community-illustration.tsx'
import { DocumentationIllustration } from './illustrations/documentation-illustration.tsx'
import { RatingIllustration } from './illustrations/rating-illustration.tsx'
import { SubmissionIllustration } from './illustrations/submission-illustration.tsx'
import { ThemesIllustration } from './illustrations/themes-illustration.tsx'
import { t } from './messages/t.ts'
import css from './features.module.css'
import { dayMarks, plannedDays } from '../../shared/challenge/day-marks.ts'
import { ChallengeRoute } from '../../shared/charts/days/challenge-route.tsx'
import { useShowcase } from './showcase.ts'

export const Features = () => (
  <section id="features" className={`${layout.page} ${css.section}`}>
    <div className={css.intro}>
      <h2>{t.rich('featuresTitle', { br: () => <br /> })}</h2>
      <p>{t('featuresText')}</p>
    </div>
    <ul className={css.grid}>
      <Feature title={t('overview')} illustration={<RouteIllustration />}>
        {t('overviewText')}
      </Feature>
      <Feature title={t('submission')} illustration={<SubmissionIllustration />}>
        {t('submissionText')}
      </Feature>
      <Feature title={t('rating')} illustration={<RatingIllustration />}>
        {t('ratingText')}
      </Feature>
      <Feature title={t('themes')} illustration={<ThemesIllustration />}>
        {t('themesText')}
      </Feature>
      <Feature title={t('community')} illustration={<CommunityIllustration />}>
        {t('communityText')}
      </Feature>
      <Feature title={t('documentation')} illustration={<DocumentationIllustration />}>
        {t('documentationText')}
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
    return <ChallengeRoute days={plannedDays(day)} personName={t('theChallenge')} table={false} />
  }
  return <ChallengeRoute days={dayMarks(leader.days, day)} personName={leader.name} table={false} />
}
