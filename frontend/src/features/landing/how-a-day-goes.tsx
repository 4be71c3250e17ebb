import layout from '../../shared/styles/layout.module.css'
import { SlantedBadge } from '../../shared/ui/display/day-badge.tsx'
import { useShowcase } from './showcase.ts'
import { formatScore } from '../../shared/format/format-score.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { t } from './messages/t.ts'
import css from './how-a-day-goes.module.css'

const steps = [
  { title: t('stepRead'), text: t('stepReadText') },
  { title: t('stepBuild'), text: t('stepBuildText') },
  { title: t('stepSubmit'), text: t('stepSubmitText') },
  { title: t('stepScore'), text: t('stepScoreText') },
]

export const HowADayGoes = () => (
  <section id="about" className={`${layout.page} ${css.section}`}>
    <div className={css.intro}>
      <h2>{t('howADayGoes')}</h2>
      <p>{t('howADayGoesText')}</p>
      <Figures />
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
const Figures = () => {
  const response = useShowcase()
  if (response === undefined || response.participants === 0) return null
  return (
    <dl className={css.figures}>
      <Figure label={t('participants')} value={formatNumber(response.participants)} />
      <Figure label={t('projects')} value={formatNumber(response.projects)} />
      {response.averageScore !== null && (
        <Figure label={t('averageScore')} value={formatScore(response.averageScore)} />
      )}
    </dl>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className={css.figure}>{value}</dd>
  </div>
)
