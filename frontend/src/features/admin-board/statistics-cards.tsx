// The four figures at the top of the leaderboard screen of admins. A card whose number could not be loaded says "Not available".

import type { ComponentProps, ReactNode } from 'react'
import { Activity, Inbox, Layers, Users } from 'lucide-react'
import { useLiveData } from '../../shared/live/live-data.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonStats } from '../../shared/ui/feedback/states.tsx'
import { Stat } from '../../shared/ui/display/stat.tsx'
import { projectsOf, statistics, useStandings } from './admin-board-data.ts'
import { t } from '../../shared/i18n/t.ts'
import frames from '../../shared/styles/frames.module.css'
import css from './statistics-cards.module.css'

/** The chart of a card has room for this many days. */
const maxDays = 11

export const StatisticsCards = () => {
  const { data } = useLiveData(statistics)
  const today = useCurrentDay(({ day, isLoaded }) => (isLoaded ? day : 0))
  const totals = useStandings().data?.totals
  if (!data) return <SkeletonStats cards />
  const { users, activeUsers, submissions, pending, approved, perDay } = data.figures
  const lastDays = today > 0 ? perDay?.filter(({ day }) => day <= today).slice(-maxDays) : undefined
  const isIncomplete = [users, activeUsers, submissions, pending].includes(undefined)
  return (
    <>
      {isIncomplete && (
        <Banner kind="warning" live>
          {t('adminBoard.someStatisticsFailed')}
        </Banner>
      )}
      <div className={frames.fourFigures}>
        <StatisticCard
          label={t('adminBoard.totalUsers')}
          icon={<Users />}
          value={users}
          // Users are all accounts; the leaderboard has participants only.
          context={
            totals &&
            t('adminBoard.userContext', { participants: totals.totalUsers, joined: totals.joinedThisWeek })
          }
        />
        <StatisticCard
          label={t('adminBoard.activeUsers')}
          icon={<Activity />}
          value={activeUsers}
          context={
            activeUsers !== undefined &&
            !!users &&
            t('adminBoard.activeShare', { percent: Math.round((activeUsers / users) * 100) })
          }
          illustration={<ShareSlashes count={activeUsers} total={users} />}
        />
        <StatisticCard
          label={t('adminBoard.totalProjects')}
          icon={<Layers />}
          value={submissions}
          context={totals && t('adminBoard.countToday', { count: totals.submissionsToday })}
          history={lastDays?.map(projectsOf)}
        />
        <StatisticCard
          label={t('common.waitingForReview')}
          icon={<Inbox />}
          value={pending}
          context={approved !== undefined && t('adminBoard.countApproved', { count: approved })}
          history={lastDays?.map((day) => day.pending)}
        />
      </div>
    </>
  )
}

type StatisticCardProps = ComponentProps<typeof Stat> & {
  value: number | undefined
  illustration?: ReactNode
}

const StatisticCard = ({ icon, value, illustration, ...rest }: StatisticCardProps) => (
  <Card className={css.figure}>
    <Stat
      {...rest}
      icon={
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
      }
      value={value ?? 0}
      missing={value === undefined}
    />
    {illustration}
  </Card>
)

/** A share in four slashes. Decorative: the text beside it says the same. */
const ShareSlashes = ({ count, total }: { count: number | undefined; total: number | undefined }) => {
  if (count === undefined || !total) return null
  return (
    <span className={css.quarters} aria-hidden="true">
      {[0, 1, 2, 3].map((quarter) => (
        <span key={quarter} data-slash data-full={Math.round((count / total) * 4) > quarter || undefined} />
      ))}
    </span>
  )
}
