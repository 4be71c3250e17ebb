// The leaderboard screen of admins, their overview of the challenge: statistics, charts, the standings and pending submissions, all live.
// Participants have `features/leaderboard`.

import { paths } from '../../shared/navigation/router.ts'
import { ChallengeEnd } from '../../shared/challenge/challenge-time.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { AdminFreezeNotice } from '../../shared/challenge/admin-freeze-notice.tsx'
import { ImportedNotice } from '../../shared/challenge/imported-notice.tsx'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { RefreshButton } from '../../shared/ui/page/refresh-button.tsx'
import { refreshAdminBoard, setAdminBoardPaused, useStandings } from './admin-board-data.ts'
import { CriteriaCard, LazyChartCard, SubmissionsPerDayCard } from './chart-cards.tsx'
import { StatisticsCards } from './statistics-cards.tsx'
import { NextToReview } from './next-to-review.tsx'
import { Standings } from './standings.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './admin-board-screen.module.css'

const pillActions = { reload: () => void refreshAdminBoard(), setPaused: setAdminBoardPaused }

export const AdminBoardScreen = () => (
  <AdminPage
    title={t('common.leaderboard')}
    actions={
      <>
        <LiveConnectionPill view={useStandings()} actions={pillActions} />
        <ButtonLink to={paths.admin.whatIf} size="small">
          {t('common.whatIf')}
        </ButtonLink>
        <RefreshButton refresh={refreshAdminBoard} />
      </>
    }
    note={<End />}
  >
    <AdminFreezeNotice />
    <ImportedNotice />
    <StatisticsCards />
    <div className={css.parts}>
      <SubmissionsPerDayCard />
      <CriteriaCard />
      <Standings />
      <NextToReview />
      <LazyChartCard
        title={t('adminBoard.participation')}
        failedText={t('adminBoard.participationFailed')}
        loadChart={loadParticipation}
      />
      <LazyChartCard
        title={t('adminBoard.reviewWork')}
        failedText={t('adminBoard.reviewsFailed')}
        loadChart={loadReviews}
      />
    </div>
  </AdminPage>
)

const End = () => {
  const { endsAt, ended, timeZone } = useCurrentDay()
  return endsAt && <ChallengeEnd {...{ endsAt, ended, timeZone }} />
}

const loadParticipation = async () =>
  (await import('./participation/participation-chart.tsx')).ParticipationChart

const loadReviews = async () => (await import('./reviews/review-charts-of-board.tsx')).ReviewChartsOfBoard
