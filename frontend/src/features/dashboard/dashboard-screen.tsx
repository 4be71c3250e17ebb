// The start page of participants: today, the user's days and standing, and tiles that lead to other screens.

import { EmailNotice } from '../../shared/account/email-notice.tsx'
import { formatFirstName } from '../../shared/format/format-name.ts'
import frames from '../../shared/styles/frames.module.css'
import { RejectedNotices } from '../../shared/projects/rejected-notice.tsx'
import hidden from '../../shared/ui/visually-hidden.module.css'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonBoard, SkeletonCards } from '../../shared/ui/feedback/states.tsx'
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx'
import { useSession } from '../../shared/session/session.ts'
import { DashboardHeader } from './dashboard-header.tsx'
import { useDashboard } from './use-dashboard.ts'
import { t } from '../../shared/i18n/t.ts'
import { DashboardTiles } from './dashboard-tiles.tsx'
import { DashboardRail } from './dashboard-rail.tsx'
import css from './dashboard-screen.module.css'

export const DashboardScreen = () => (
  <div className={`${frames.page} ${css.screen}`}>
    <Content />
  </div>
)

const Content = () => {
  const { overview, failure, retry } = useDashboard()
  if (failure !== undefined)
    return (
      <Card>
        <h1 className={hidden.visuallyHidden}>{t('common.dashboard')}</h1>
        <ErrorState title={failure} retryLabel={t('common.retry')} onRetry={retry}>
          {t('dashboard.dataIsSafe')}
        </ErrorState>
      </Card>
    )
  if (overview === undefined) return <Loading />
  const { user } = overview.me
  return (
    <>
      {/* A pending user cannot send commands, and the shell says so. */}
      {!user.emailConfirmed && user.status === 'active' && <EmailNotice email={user.email} />}
      <RejectedNotices projects={overview.projects.projects.filter(({ status }) => status === 'rejected')} />
      <DashboardHeader overview={overview} />
      <div className={css.columns}>
        <DashboardTiles overview={overview} />
        <DashboardRail board={overview.board} />
      </div>
    </>
  )
}

const Loading = () => {
  const name = useSession(({ session }) => ('user' in session ? session.user.fullName : ''))
  return (
    <>
      <h1 className={hidden.visuallyHidden}>
        {t('dashboard.welcomeBack', { name: formatFirstName({ name }) })}
      </h1>
      <SkeletonBoard />
      <SkeletonCards count={6} />
    </>
  )
}
