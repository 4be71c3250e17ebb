import type { ReactNode } from 'react'
import type { StatCards } from '@thirty/contracts/api/admin/statistics.ts'
import { Activity, Inbox, Layers, Users } from 'lucide-react'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonStats } from '../../shared/ui/feedback/skeleton.tsx'
import { Stat } from '../../shared/ui/display/stat.tsx'
import { useAdminBoard } from './admin-board-store.ts'
import { formatActiveShare, submissionsPerDay, pendingPerDay } from './daily-statistics.ts'
import css from './statistics-cards.module.css'

/** The four stat cards. Each says so if its number could not be loaded. */
export const StatisticsCards = () => {
  const figures = useAdminBoard((board) => board.statistics)
  if (figures.state !== 'ready') return <SkeletonStats />
  return <FigureCards figures={figures.value} />
}

const FigureCards = ({ figures }: { figures: Partial<StatCards> }) => {
  const today = useCurrentDay((challenge) => challenge.day)
  const totals = useAdminBoard(({ standings }) =>
    standings.state === 'ready' ? standings.value.stats : undefined,
  )
  const { users, activeUsers, submissions, pending, approved, perDay } = figures
  const missing = [users, activeUsers, submissions, pending].includes(undefined)
  return (
    <>
      {missing && (
        <Banner kind="warning" live>
          Some statistics failed to load. Try refreshing the page.
        </Banner>
      )}
      <div className={css.figures}>
        <Figure
          label="Total users"
          icon={<Users />}
          value={users}
          context={totals && `${totals.joinedThisWeek.toLocaleString('en')} this week`}
        />
        <Figure
          label="Active users"
          icon={<Activity />}
          value={activeUsers}
          context={formatActiveShare(activeUsers, users)}
          picture={<Quarters of={activeUsers} all={users} />}
        />
        <Figure
          label="Total projects"
          icon={<Layers />}
          value={submissions}
          context={totals && `${totals.submissionsToday.toLocaleString('en')} today`}
          history={perDay && submissionsPerDay(perDay, today)}
        />
        <Figure
          label="Waiting for review"
          icon={<Inbox />}
          value={pending}
          context={approved !== undefined && `${approved.toLocaleString('en')} approved`}
          history={perDay && pendingPerDay(perDay, today)}
        />
      </div>
    </>
  )
}

type FigureProps = {
  label: string
  icon: ReactNode
  value: number | undefined
  context: ReactNode
  history?: readonly number[] | undefined
  picture?: ReactNode
}

const Figure = ({ icon, value, history, picture, ...rest }: FigureProps) => (
  <Card className={css.figure}>
    <Stat {...rest} value={value ?? 0} missing={value === undefined} {...(history && { history })} />
    {picture}
    <span className={css.icon} aria-hidden="true">
      {icon}
    </span>
  </Card>
)

/** Shows a share as four slashes. Decorative: the text beside it says the same. */
const Quarters = ({ of, all }: { of: number | undefined; all: number | undefined }) => {
  if (of === undefined || !all) return null
  return (
    <span className={css.quarters} aria-hidden="true">
      {[0, 1, 2, 3].map((quarter) => (
        <span key={quarter} data-slash data-full={Math.round((of / all) * 4) > quarter || undefined} />
      ))}
    </span>
  )
}
