// The brief and tasks of the current day or of the day in the URL, the past days, and the user's statistics: the thirty days and figures, and
// how far the challenge is.

import type { OwnDay } from '@thirty/contracts/challenge/api.ts'
import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { progress } from '@thirty/contracts/challenge/challenge-day.ts'
import { CircleCheck } from 'lucide-react'
import { paths, useSearchParams, usePageTitle } from '../../shared/navigation/router.ts'
import { useCurrentDay, useToday } from '../../shared/challenge/current-day.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Tabs, TabPanel } from '../../shared/ui/controls/tabs.tsx'
import { ParticipantPage } from '../../shared/ui/page/page.tsx'
import { ownDays, type OwnDays } from './own-days.ts'
import { ImportedNotice, FrozenMark } from '../../shared/challenge/challenge-marks.tsx'
import { TodayTab } from './today/today-tab.tsx'
import { t, formatNumber, formatPoints, formatScore } from '../../shared/i18n/t.ts'
import { projectDayMarks, difficultyHeights } from '../../shared/challenge/day-marks.ts'
import { ChallengeRoute } from '../../shared/charts/days/challenge-route.tsx'
import { StripLegend } from '../../shared/charts/days/strip-legend.tsx'
import { Badge, Card, DescriptionList, SectionCard, StatusBadge } from '../../shared/ui/display/surfaces.tsx'
import { DayBadge, Difficulty } from '../../shared/ui/display/marks.tsx'
import { RejectedNotice } from '../../shared/projects/rejected-notice.tsx'
import { ProjectButtonLink } from '../../shared/projects/project-parts.tsx'
import { ownSubmissions } from '../../shared/submissions/own-submissions.ts'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import {
  expandableCardClasses,
  ExpandableCard,
  ExpandableCardDetails,
} from '../../shared/ui/table/expandable-card.tsx'
import type { RowContext, RowDefinition } from '../../shared/ui/table/table-rows.tsx'
import { StatCard } from '../../shared/ui/display/stat.tsx'
import { SkeletonStats, Loaded } from '../../shared/ui/feedback/states.tsx'
import { SlashProgress } from '../../shared/ui/progress/slash-bars.tsx'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import css from './daily-challenge-screen.module.css'

const tabIds = ['today', 'past', 'stats'] as const

export const DailyChallengeScreen = () => {
  const [query, setQuery] = useSearchParams()
  const { day: today, totalDays, started, ended, isLoaded } = useCurrentDay()
  const requestedDay = Number(query.get('day'))
  const isDay = Number.isInteger(requestedDay) && requestedDay >= 1 && requestedDay <= totalDays
  const tab = tabIds.find((id) => id === query.get('tab')) ?? 'today'
  const dayTitle = isDay
    ? t('dailyChallenge.dayNamed', { day: requestedDay, title: challengeBrief(requestedDay).title })
    : undefined
  usePageTitle(
    { today: dayTitle, past: t('dailyChallenge.pastChallenges'), stats: t('dailyChallenge.yourStats') }[tab],
  )
  const currentDay = isLoaded ? today : undefined
  const pastCount = isLoaded ? (ended ? totalDays : started ? today - 1 : 0) : undefined
  return (
    <ParticipantPage title={t('common.dailyChallenge')}>
      <Tabs
        label={t('common.dailyChallenge')}
        value={tab}
        onValueChange={(next) => setQuery(next === 'today' ? {} : { tab: next })}
        tabs={[
          { value: 'today', label: t('dailyChallenge.todaysChallenge') },
          { value: 'past', label: t('dailyChallenge.pastTab'), count: pastCount },
          { value: 'stats', label: t('dailyChallenge.yourStats') },
        ]}
      >
        <TabPanel value="today">
          <TodayTab day={isDay ? requestedDay : currentDay} />
        </TabPanel>
        <TabPanel value="past">
          <ImportedNotice />
          <PastTab count={pastCount} />
        </TabPanel>
        <TabPanel value="stats">
          <StatsTab />
        </TabPanel>
      </Tabs>
    </ParticipantPage>
  )
}

/**
 * The days before the current one, latest first, with the status and score of the user's project. A row opens to the requirements of the day,
 * and to the links that show the project or submit one late. `count`: their number; undefined until the current day is known.
 */
const PastTab = ({ count }: { count: number | undefined }) => {
  const view = useLiveData(ownDays)
  const started = useCurrentDay((challenge) => challenge.started)
  const projects = useLiveData(ownSubmissions).data?.projects
  const reasons = new Map(projects?.map(({ _id, rejectionReason }) => [_id, rejectionReason]))
  const days = view.data?.days.toSorted((left, right) => right.day - left.day)
  const rows = days?.map((own) => ({ ...own, rejectionReason: reasons.get(own.project?._id ?? '') ?? null }))
  return (
    <DataTable
      label={t('dailyChallenge.pastChallenges')}
      rows={count === undefined ? undefined : rows?.filter(({ day }) => day <= count)}
      view={view}
      failed={t('dailyChallenge.daysNotLoaded')}
      definition={pastRow}
      classes={expandableCardClasses}
      cardHeight={88}
      empty={{
        title: t('dailyChallenge.noPastChallenges'),
        text: started ? t('dailyChallenge.todayIsFirst') : t('dailyChallenge.notStarted'),
        link: { to: paths.dailyChallenge, children: t('dailyChallenge.todaysChallenge') },
      }}
    />
  )
}

/** A day with the reason if its project was rejected for one. */
type PastDay = OwnDay & { rejectionReason: string | null }

const pastRow: RowDefinition<PastDay> = {
  id: ({ day }) => String(day),
  card: (own, context) => <PastCard own={own} {...context} />,
  details: (own) => <PastDetails own={own} />,
}

const PastCard = ({ own, ...context }: RowContext & { own: PastDay }) => {
  const { title, description, difficulty } = challengeBrief(own.day)
  const { project, completedAt, rejectionReason } = own
  return (
    <ExpandableCard
      {...context}
      lead={
        <span className={css.day}>
          <DayBadge day={own.day} />
        </span>
      }
      title={title}
      text={
        project?.status === 'rejected' && rejectionReason
          ? t('dailyChallenge.rejectedFor', { reason: rejectionReason })
          : description
      }
      facts={[
        <Difficulty key="difficulty" level={difficulty} />,
        project === null && completedAt === null && (
          <Badge key="missing" label={t('dailyChallenge.notSubmitted')} />
        ),
        project !== null && <Verdict key="verdict" status={project.status} />,
        completedAt !== null && (
          <Badge key="completed" tone="success" icon={<CircleCheck />} label={t('common.completed')} />
        ),
        project !== null && project.ratingCount > 0
          ? t('dailyChallenge.score', { score: formatScore(project.averageRating) })
          : '',
      ]}
    />
  )
}

const Verdict = ({ status }: { status: string }) => {
  const ended = useCurrentDay((challenge) => challenge.ended)
  if (!ended || status !== 'submitted') return <StatusBadge status={status} />
  return <Badge tone="warning" label={t('dailyChallenge.pendingAtEnd')} />
}

const PastDetails = ({ own: { day, project, rejectionReason } }: { own: PastDay }) => {
  const { requirements } = challengeBrief(day)
  const ended = useCurrentDay((challenge) => challenge.ended)
  return (
    <ExpandableCardDetails
      title={t('dailyChallenge.requirements')}
      count={requirements.length}
      actions={
        <span className={layout.cluster8}>
          <ButtonLink to={paths.briefOfDay(day)} size="small">
            {t('dailyChallenge.openDay')}
          </ButtonLink>
          {project !== null && (
            <ProjectButtonLink projectId={project._id} size="small">
              {t('common.viewProject')}
            </ProjectButtonLink>
          )}
          {project === null && !ended && (
            <ButtonLink to={paths.submitProjectForDay(day)} size="small" kind="primary">
              {t('common.submitDay', { day })}
            </ButtonLink>
          )}
        </span>
      }
    >
      {project?.status === 'rejected' && <RejectedNotice project={{ ...project, day, rejectionReason }} />}
      <ul className={css.requirements}>
        {requirements.map((requirement) => (
          <li key={requirement}>{requirement}</li>
        ))}
      </ul>
    </ExpandableCardDetails>
  )
}

const StatsTab = () => {
  const isDayKnown = useCurrentDay((challenge) => challenge.isLoaded)
  const loading = (
    <Card>
      <SkeletonStats />
    </Card>
  )
  return (
    <Loaded
      view={useLiveData(ownDays)}
      loading={loading}
      failed={t('dailyChallenge.daysNotLoaded')}
      retryLabel={t('common.retry')}
      inCard
    >
      {(data) => (isDayKnown ? <Stats data={data} /> : loading)}
    </Loaded>
  )
}

const Stats = ({ data: { days, stats } }: { data: OwnDays }) => {
  const today = useToday()
  const projects = days.flatMap(({ day, project }) => (project === null ? [] : [{ ...project, day }]))
  return (
    <div className={layout.stack16}>
      <SectionCard title={t('common.yourThirtyDays')}>
        <ChallengeRoute days={projectDayMarks(projects, today)} linked table />
        <StripLegend short />
      </SectionCard>
      <div className={frames.fourFigures}>
        <StatCard
          label={t('dailyChallenge.completedDays')}
          value={stats.completed}
          unit={t('common.ofDays', { total: days.length })}
          context={t('dailyChallenge.currentStreak', { days: stats.completedStreak })}
        />
        <StatCard
          label={t('common.projects')}
          value={stats.handedIn}
          context={t('common.countApproved', { count: stats.approved })}
        />
        <StatCard
          label={t('common.streak')}
          value={stats.streak}
          unit={t('dailyChallenge.days', { days: stats.streak })}
          context={t('dailyChallenge.inARow')}
        />
        <StatCard
          label={t('common.points')}
          value={formatPoints(stats.totalPoints)}
          context={
            stats.rank === null
              ? t('dailyChallenge.notRanked')
              : t('dailyChallenge.rankOf', { rank: stats.rank, total: stats.totalParticipants })
          }
        />
      </div>
      <FrozenMark />
      <ChallengeProgress />
    </div>
  )
}

const ChallengeProgress = () => {
  const { day, ended, totalDays } = useCurrentDay()
  const { completed, remaining, percent, weeks } = progress(day, ended)
  const percentText = formatNumber(Math.round(percent) / 100, { style: 'percent' })
  return (
    <SectionCard title={t('dailyChallenge.progress')} end={percentText} className={layout.stack16}>
      <SlashProgress
        total={totalDays}
        done={completed}
        highlight={ended ? undefined : day}
        label={t('dailyChallenge.progress')}
        valueText={t('dailyChallenge.progressValue', { completed, total: totalDays, percent: percentText })}
        height={40}
        heights={difficultyHeights}
      />
      <DescriptionList
        className={css.figures}
        entries={[
          [t('dailyChallenge.daysPassed'), completed],
          [t('dailyChallenge.daysRemaining'), remaining],
          [t('dailyChallenge.weeks'), weeks],
          [t('common.totalProgress'), percentText],
        ]}
      />
    </SectionCard>
  )
}
