import { challengeBriefs } from '@thirty/contracts/challenge-briefs.ts'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { DayBadge } from '../../shared/ui/display/day-badge.tsx'
import { Difficulty } from '../../shared/ui/display/difficulty.tsx'
import css from './challenge.module.css'

/** The thirty days, each with a link to its brief. */
export const DayList = ({ shown, today }: { shown: number; today: number }) => (
  <Card as="section">
    <CardTitle>All thirty days</CardTitle>
    <ol className={css.days}>
      {challengeBriefs.map(({ day, title, difficulty }) => (
        <li key={day}>
          <Link to={`${paths.dailyChallenge}?day=${day}`} aria-current={day === shown ? 'true' : undefined}>
            <DayBadge day={day} today={day === today} short />
            <span>{title}</span>
            {day === today ? <em>Today</em> : <Difficulty level={difficulty} labelHidden />}
          </Link>
        </li>
      ))}
    </ol>
  </Card>
)
