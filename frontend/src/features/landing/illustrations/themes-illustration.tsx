import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { DayBadge } from '../../../shared/ui/display/day-badge.tsx'
import { Difficulty } from '../../../shared/ui/display/difficulty.tsx'
import { useShowcase } from '../showcase.ts'
import css from './illustrations.module.css'

const shownDays = 6

/** The themes of the days around today. */
export const ThemesIllustration = () => {
  const today = useShowcase()?.day ?? 1
  const first = Math.min(challengeBriefs.length - shownDays, Math.max(0, today - 3))
  return (
    <ul className={css.themes}>
      {challengeBriefs.slice(first, first + shownDays).map(({ day, title, difficulty }) => (
        <li key={day} data-today={day === today || undefined}>
          <DayBadge day={day} today={day === today} short />
          <strong>{title}</strong>
          <Difficulty level={difficulty} />
        </li>
      ))}
    </ul>
  )
}
