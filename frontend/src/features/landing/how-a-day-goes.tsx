import layout from '../../shared/styles/layout.module.css'
import { SlantedBadge } from '../../shared/ui/display/day-badge.tsx'
import { useShowcase } from './showcase-store.ts'
import css from './how-a-day-goes.module.css'

const steps = [
  { title: 'Read the brief', text: 'Each day opens with a title, a difficulty and a list of requirements.' },
  { title: 'Build it', text: 'Use any language or framework. Small and finished beats large and half done.' },
  { title: 'Submit it', text: 'Name, live link, repository, description and one screenshot up to 2 MB.' },
  {
    title: 'Get scored',
    text: 'An admin reviews it, rates it on five criteria and leaves written feedback.',
  },
]

export const HowADayGoes = () => (
  <section id="about" className={`${layout.page} ${css.section}`}>
    <div className={css.intro}>
      <h2>How a day goes</h2>
      <p>
        About two hours is enough. The point is to finish something small, show it, and come back tomorrow.
      </p>
      <Figures />
    </div>
    <ol className={css.steps}>
      {steps.map(({ title, text }, index) => (
        <li key={title}>
          <SlantedBadge tone={index === steps.length - 1 ? 'today' : 'primary'} size="large">
            {index + 1}
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
      <Figure label="participants" value={response.participants.toLocaleString('en')} />
      <Figure label="projects" value={response.projects.toLocaleString('en')} />
      {response.averageScore !== null && (
        <Figure label="average score" value={response.averageScore.toFixed(1)} />
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
