import { useCurrentDay } from '../../shared/current-day.ts'
import { SubmissionsPerDay } from '../../shared/pictures/submissions-per-day.tsx'
import { Card, CardTitle } from '../../shared/ui/card.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useAdminBoard } from './board-store.ts'
import css from './chart-card.module.css'

/** What was handed in for each day, and what became of it. */
export const PerDayCard = () => {
  const today = useCurrentDay((challenge) => challenge.day)
  const figures = useAdminBoard((board) => board.figures)
  return (
    <Card as="section" padding="large" className={css.card}>
      <CardTitle>Submissions per day</CardTitle>
      {figures.state !== 'ready' && <Skeleton shape="block" height="216px" />}
      {figures.state === 'ready' && !figures.value.perDay && <p className={css.missing}>Not available</p>}
      {figures.state === 'ready' && figures.value.perDay && (
        <SubmissionsPerDay days={figures.value.perDay} today={today} plot={210} />
      )}
    </Card>
  )
}
