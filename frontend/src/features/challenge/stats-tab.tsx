// The user's thirty days and figures, and how far the challenge is.

import type { OwnDay } from '@thirty/contracts/challenge/api.ts'
import { progress } from '@thirty/contracts/challenge/challenge-day.ts'
import { useMemo } from 'react'
import { useCurrentDay, useToday } from '../../shared/challenge/current-day.ts'
import { dayMarks, difficultyHeights } from '../../shared/challenge/day-marks.ts'
import { ChallengeRoute } from '../../shared/charts/days/challenge-route.tsx'
import { StripLegend } from '../../shared/charts/days/strip-legend.tsx'
import type { LiveView } from '../../shared/live/live-types.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { Card, SectionCard } from '../../shared/ui/display/card.tsx'
import { StatCard } from '../../shared/ui/display/stat.tsx'
import { SkeletonStats } from '../../shared/ui/feedback/states.tsx'
import { SlashProgress } from '../../shared/ui/progress/slash-progress.tsx'
import type { OwnDays } from './own-days.ts'
import { FrozenMark } from '../../shared/challenge/frozen-mark.tsx'
import { t } from '../../shared/i18n/t.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { formatPoints } from '../../shared/format/format-figures.ts'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import { DescriptionList } from '../../shared/ui/display/description-list.tsx'
import css from './stats-tab.module.css'

export const StatsTab = ({ view }: { view: LiveView<OwnDays> }) => {
  const isDayKnown = useCurrentDay((challenge) => challenge.isLoaded)
  const loading = (
    <Card>
      <SkeletonStats />
    </Card>
  )
  return (
    <Loaded
      view={view}
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
  const marks = useMemo(() => dayMarks(days.flatMap(toBoardDay), today), [days, today])
  return (
    <div className={layout.stack16}>
      <SectionCard title={t('common.yourThirtyDays')}>
        <ChallengeRoute days={marks} linked table />
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

/** How far the challenge is. */
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

const toBoardDay = ({ day, project }: OwnDay) =>
  project === null
    ? []
    : [{ day, status: project.status, score: project.ratingCount > 0 ? project.averageRating : null }]
