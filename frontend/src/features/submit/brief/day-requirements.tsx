import { challengeBrief } from '@thirty/contracts/challenge-briefs.ts'
import { Difficulty } from '../../../shared/ui/display/difficulty.tsx'
import css from '../submit.module.css'

/** Title, difficulty and requirements of a day. */
export const DayRequirements = ({ day }: { day: number }) => {
  const { title, difficulty, requirements } = challengeBrief(day)
  return (
    <>
      <p className={css.briefHead}>
        <strong>{title}</strong>
        <Difficulty level={difficulty} />
      </p>
      <ul className={css.requirements}>
        {requirements.map((requirement) => (
          <li key={requirement}>{requirement}</li>
        ))}
      </ul>
    </>
  )
}
