// The start page of participants: today, the user's days and standing, and a tile for each other screen.

import { EmailNotice } from '../../shared/account/email-notice.tsx'
import { formatFirstName } from '../../shared/format/format-name.ts'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import { RejectedNotices } from '../../shared/projects/rejected-notice.tsx'
import hidden from '../../shared/ui/visually-hidden.module.css'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonBoard, SkeletonCards } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { useSession } from '../../shared/session/session.ts'
import { DashboardHeader } from './dashboard-header.tsx'
import { useDashboard, type DashboardState } from './use-dashboard.ts'
import { t } from '../../shared/i18n/t.ts'
import { DashboardTiles } from './dashboard-tiles.tsx'
import { LatestFeedback } from './latest-feedback.tsx'
import { TopThree } from './top-three.tsx'
import css from './dashboard-screen.module.css'

export const DashboardScreen = () => {
  const screen = useDashboard()
  return <div className={`${frames.page} ${css.screen}`}>{renderScreen(screen)}</div>
}

function renderScreen(screen: DashboardState) {
  switch (screen.state) {
    case 'loading':
      return <Loading />
    case 'failed':
      return (
        <Card>
          <h1 className={hidden.visuallyHidden}>{t('common.dashboard')}</h1>
          <ErrorState title={screen.message} retryLabel={t('common.retry')} onRetry={screen.retry}>
            {t('dashboard.dataIsSafe')}
          </ErrorState>
        </Card>
      )
    case 'ready': {
      const { user } = screen.overview.me
      // A pending user cannot send commands, and the shell says so.
      const needsConfirmation = !user.emailConfirmed && user.status === 'active'
      return (
        <>
          {needsConfirmation && <EmailNotice email={user.email} />}
          <RejectedNotices
            projects={screen.overview.projects.projects.filter(({ status }) => status === 'rejected')}
          />
          <DashboardHeader overview={screen.overview} />
          <div className={css.columns}>
            <DashboardTiles overview={screen.overview} />
            <div className={layout.stack16}>
              <TopThree board={screen.overview.board} />
              <LatestFeedback />
            </div>
          </div>
        </>
      )
    }
  }
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
