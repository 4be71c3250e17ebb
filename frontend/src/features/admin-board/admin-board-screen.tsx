// The live overview of the challenge: statistics, charts, the standings and pending submissions.

import { paths } from '../../shared/navigation/paths.ts'
import { ChallengeEnd } from '../../shared/challenge/challenge-end.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { AdminFreezeNotice } from '../../shared/challenge/admin-freeze-notice.tsx'
import { ImportedNotice } from '../../shared/challenge/imported-notice.tsx'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { RefreshButton } from '../../shared/ui/page/refresh-button.tsx'
import { refreshAdminBoard, setAdminBoardPaused, statistics, useStandings } from './admin-board-data.ts'
import { CriteriaCard } from './criteria-card.tsx'
import { StatisticsCards } from './statistics-cards.tsx'
import { NextToReview } from './next-to-review.tsx'
import { SubmissionsPerDay } from '../../shared/charts/submissions/submissions-per-day.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { Standings } from './standings.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './admin-board-screen.module.css'
import chart from './chart-card.module.css'
import { LazyChartCard } from './lazy-chart-card.tsx'

const pillActions = { reload: () => void refreshAdminBoard(), setPaused: setAdminBoardPaused }

export const AdminBoardScreen = () => (
  <AdminPage
    title={t('common.leaderboard')}
    actions={
      <>
        <LiveConnectionPill
          view={useStandings()}
          actions={pillActions}
          subject={t('common.standingsSubject')}
        />
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
      <ParticipationCard />
      <ReviewCard />
    </div>
  </AdminPage>
)

const End = () => {
  const { endsAt, ended, timeZone } = useCurrentDay()
  return endsAt && <ChallengeEnd {...{ endsAt, ended, timeZone }} />
}

/** Submissions per day by status. */
const SubmissionsPerDayCard = () => {
  const { day: today, isLoaded } = useCurrentDay()
  const { data } = useLiveData(statistics)
  return (
    <SectionCard title={t('adminBoard.submissionsPerDay')} className={chart.card}>
      {(!data || !isLoaded) && (
        // The chart without days has the size of the loaded one.
        <div className={css.outline} inert>
          <SubmissionsPerDay days={[]} today={0} />
          <Skeleton shape="block" height="100%" />
        </div>
      )}
      {isLoaded && data && !data.figures.perDay && (
        <p className={chart.missing}>{t('common.notAvailable')}</p>
      )}
      {isLoaded && data?.figures.perDay && <SubmissionsPerDay days={data.figures.perDay} today={today} />}
    </SectionCard>
  )
}

const loadParticipation = async () =>
  (await import('./participation/participation-chart.tsx')).ParticipationChart

/** Participation over the thirty days. */
const ParticipationCard = () => (
  <LazyChartCard
    title={t('adminBoard.participation')}
    failedText={t('adminBoard.participationFailed')}
    loadChart={loadParticipation}
  />
)

const loadReviews = async () => (await import('./reviews/review-charts-of-board.tsx')).ReviewChartsOfBoard

/** Review backlog and waiting time over the last thirty days, and ratings per reviewer. */
const ReviewCard = () => (
  <LazyChartCard
    title={t('adminBoard.reviewWork')}
    failedText={t('adminBoard.reviewsFailed')}
    loadChart={loadReviews}
  />
)
