// The part of the landing page with the steps of a day and the totals of the challenge.

import frames from '../../shared/styles/frames.module.css'
import { SlantedBadge } from '../../shared/ui/display/day-badge.tsx'
import { useShowcase } from './showcase.ts'
import { formatScore } from '../../shared/format/format-figures.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { t } from '../../shared/i18n/t.ts'
import { DescriptionList } from '../../shared/ui/display/description-list.tsx'
import css from './how-a-day-goes.module.css'

const steps = [
  { title: t('common.readBrief'), text: t('landing.stepReadText') },
  { title: t('landing.stepBuild'), text: t('landing.stepBuildText') },
  { title: t('landing.stepSubmit'), text: t('landing.stepSubmitText') },
  { title: t('landing.stepScore'), text: t('landing.stepScoreText') },
]

export const HowADayGoes = () => (
  <section id="about" className={`${frames.page} ${css.section}`}>
    <div className={css.intro}>
      <h2>{t('landing.howADayGoes')}</h2>
      <p>{t('landing.howADayGoesText')}</p>
      <Totals />
    </div>
    <ol className={css.steps}>
      {steps.map(({ title, text }, index) => (
        <li key={title}>
          <SlantedBadge tone={index === steps.length - 1 ? 'today' : 'primary'} size="large">
            {formatNumber(index + 1)}
          </SlantedBadge>
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
)

/** The totals of the challenge. Hidden until they are loaded, and while there are no participants. */
const Totals = () => {
  const response = useShowcase()
  if (response === undefined || response.participants === 0) return null
  const { participants, projects, averageScore } = response
  return (
    <DescriptionList
      className={css.figures}
      valueClass={css.figure}
      entries={[
        [t('common.participantsUnit'), formatNumber(participants)],
        [t('common.projectsSubject'), formatNumber(projects)],
        [t('landing.averageScore'), averageScore !== null && formatScore(averageScore)],
      ]}
    />
  )
}
