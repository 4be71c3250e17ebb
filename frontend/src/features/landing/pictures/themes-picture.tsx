import { challengeDays } from '@thirty/contracts/challenge-days.ts'
import { DayBadge } from '../../../shared/ui/day-badge.tsx'
import { Difficulty } from '../../../shared/ui/difficulty.tsx'
import { known, useShowcase } from '../showcase-store.ts'
import css from './pictures.module.css'

const shown = 6

/** The themes of the days round today. */
export const ThemesPicture = () => {
  const today = useShowcase(({ showcase }) => known(showcase)?.day ?? 1)
  const first = Math.min(challengeDays.length - shown, Math.max(0, today - 3))
  return (
    <ul className={css.themes}>
      {challengeDays.slice(first, first + shown).map(({ day, title, difficulty }) => (
        <li key={day} data-today={day === today || undefined}>
          <DayBadge day={day} today={day === today} short />
          <strong>{title}</strong>
          <Difficulty level={difficulty} />
        </li>
      ))}
    </ul>
  )
}
