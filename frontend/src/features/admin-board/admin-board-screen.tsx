// The leaderboard screen of admins, their overview of the challenge, all live: four figures, charts, the standings, and the newest pending
// submissions with links to their review. Participants have `features/leaderboard`.

import { Activity, Inbox, Layers, Users } from 'lucide-react'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { paths, Link } from '../../shared/navigation/router.ts'
import { projectsOf } from '../../shared/charts/bars/bar-chart.tsx'
import { ChallengeEnd } from '../../shared/challenge/challenge-time.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { AdminFreezeNotice } from '../../shared/challenge/admin-freeze-notice.tsx'
import { ImportedNotice } from '../../shared/challenge/challenge-marks.tsx'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { AdminPage, RefreshButton } from '../../shared/ui/page/page.tsx'
import {
  refreshAdminBoard,
  setAdminBoardPaused,
  useStandings,
  statistics,
  boardErrorMessage,
  pendingSubmissions,
} from './admin-board-data.ts'
import { CriteriaCard, LazyChartCard, SubmissionsPerDayCard } from './chart-cards.tsx'
import { Standings } from './standings.tsx'
import { t, formatName } from '../../shared/i18n/t.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Banner, SectionCard } from '../../shared/ui/display/surfaces.tsx'
import { SkeletonStats, SkeletonRows, EmptyState, Loaded } from '../../shared/ui/feedback/states.tsx'
import { StatCard } from '../../shared/ui/display/stat.tsx'
import { useMay } from '../../shared/team/permissions.tsx'
import { PendingChangesBar } from '../../shared/ui/feedback/live-indicator.tsx'
import { Screenshot } from '../../shared/projects/project-parts.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { useFreezeWhileInteracting } from '../../shared/ui/motion/use-freeze-while-interacting.ts'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import { People, PersonName } from '../../shared/people/people.tsx'
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
        loadChart={async () => (await import('./participation/participation-chart.tsx')).ParticipationChart}
      />
      <LazyChartCard
        title={t('adminBoard.reviewWork')}
        failedText={t('adminBoard.reviewsFailed')}
        loadChart={async () => (await import('./reviews/review-charts-of-board.tsx')).ReviewChartsOfBoard}
      />
    </div>
  </AdminPage>
)

const End = () => <ChallengeEnd {...useCurrentDay()} />

export const StatisticsCards = () => {
  const { data } = useLiveData(statistics)
  const today = useCurrentDay(({ day, isLoaded }) => (isLoaded ? day : 0))
  const totals = useStandings().data?.totals
  if (!data) return <SkeletonStats cards />
  const { users, activeUsers, submissions, pending, approved, perDay } = data.figures
  // The chart of a card has room for eleven days.
  const lastDays = today > 0 ? perDay?.filter(({ day }) => day <= today).slice(-11) : undefined
  const isIncomplete = [users, activeUsers, submissions, pending].includes(undefined)
  const activeShare = activeUsers !== undefined && users ? activeUsers / users : undefined
  return (
    <>
      <Banner kind="warning" live>
        {isIncomplete && t('adminBoard.someStatisticsFailed')}
      </Banner>
      <div className={css.figures}>
        <StatCard
          label={t('adminBoard.totalUsers')}
          icon={<Users />}
          value={users}
          // Users are all accounts; the leaderboard has participants only.
          context={
            totals &&
            t('adminBoard.userContext', { participants: totals.totalUsers, joined: totals.joinedThisWeek })
          }
        />
        <StatCard
          label={t('adminBoard.activeUsers')}
          icon={<Activity />}
          value={activeUsers}
          context={
            activeShare !== undefined &&
            t('adminBoard.activeShare', { percent: Math.round(activeShare * 100) })
          }
        >
          {activeShare !== undefined && <ShareSlashes share={activeShare} />}
        </StatCard>
        <StatCard
          label={t('adminBoard.totalProjects')}
          icon={<Layers />}
          value={submissions}
          context={totals && t('adminBoard.countToday', { count: totals.submissionsToday })}
          history={lastDays?.map(projectsOf)}
        />
        <StatCard
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

/** A share in four slashes. Decorative: the text beside it says the same. */
const ShareSlashes = ({ share }: { share: number }) => (
  <span className={css.quarters} aria-hidden="true">
    {[0, 1, 2, 3].map((quarter) => (
      <span key={quarter} data-slash data-full={Math.round(share * 4) > quarter || undefined} />
    ))}
  </span>
)

const pendingPath = `${paths.admin.submissions}?status=submitted`

export const NextToReview = () => {
  const view = useLiveData(pendingSubmissions)
  const count = view.data?.counts.submitted ?? 0
  return (
    <SectionCard
      title={t('common.nextToReview')}
      end={count > 0 && <Link to={pendingPath}>{t('adminBoard.allCount', { count })}</Link>}
      padding="none"
      className={css.review}
    >
      <Loaded
        view={view}
        loading={<SkeletonRows label={t('common.loadingSubmissions')} />}
        failed={t('common.submissionsFailed')}
        advice={boardErrorMessage(view.error)}
        heading="h3"
        retryLabel={t('common.retry')}
      >
        {({ projects }) => <Rows projects={projects} />}
      </Loaded>
    </SectionCard>
  )
}

const countNew = (shown: readonly ProjectCard[], latest: readonly ProjectCard[]): number =>
  latest.filter(({ _id }) => !shown.some((project) => project._id === _id)).length

const Rows = ({ projects }: { projects: ProjectCard[] }) => {
  const mayReview = useMay('review-projects')
  const [ref, { frozen, pendingCount, release }] = useFreezeWhileInteracting(projects, countNew)
  return (
    <div ref={ref}>
      {pendingCount > 0 && (
        <PendingChangesBar onPress={release}>
          {t('common.newSubmissions', { count: pendingCount })}
        </PendingChangesBar>
      )}
      {frozen.length === 0 ? (
        <EmptyState title={t('adminBoard.nothingToReview')} text={t('common.newAppearHere')} heading="h3" />
      ) : (
        <People of={frozen.map(({ user }) => user)}>
          <ul className={css.rows}>
            {frozen.map((project) => (
              <Row key={project._id} {...{ project, mayReview }} />
            ))}
          </ul>
        </People>
      )}
    </div>
  )
}

const Row = ({ project, mayReview }: { project: ProjectCard; mayReview: boolean }) => (
  <li className={css.row}>
    <Screenshot className={css.picture} project={project} />
    <div className={css.words}>
      <FullText as="p" className={css.name} dir="auto" text={formatName(project.projectName)} />
      <p className={css.who}>
        <FullText dir="auto" text={<PersonName person={project.user} />} />
        <span>
          {', '}
          <Time at={project.submissionDate} />
        </span>
      </p>
    </div>
    <ButtonLink
      to={`${pendingPath}&project=${encodeURIComponent(project._id)}`}
      size="small"
      aria-label={t(mayReview ? 'adminBoard.reviewProject' : 'common.viewNamed', {
        project: project.projectName,
      })}
    >
      {t(mayReview ? 'adminBoard.review' : 'common.view')}
    </ButtonLink>
  </li>
)
