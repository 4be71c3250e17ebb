// The top of the dashboard: welcome, the state of today, the thirty days, how far the challenge is, the link to the certificate, and the
// way to submit or, once the challenge has ended, to the leaderboard.

import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { progress } from '@thirty/contracts/challenge/challenge-day.ts'
import { Plus, Trophy } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { ChallengeEnd } from '../../shared/challenge/challenge-time.tsx'
import { useCurrentDay, useToday } from '../../shared/challenge/current-day.ts'
import { ChallengeRoute } from '../../shared/charts/days/challenge-route.tsx'
import { formatFirstName } from '../../shared/format/format-name.ts'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import { CertificateLink } from '../../shared/submissions/certificate-link.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Stat } from '../../shared/ui/display/stat.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import type { Overview } from './use-dashboard.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './dashboard-header.module.css'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { dayMarks } from '../../shared/challenge/day-marks.ts'
import type { DayMark } from '../../shared/charts/days/day-mark.ts'

export const DashboardHeader = ({ overview }: { overview: Overview }) => {
  const wide = useWideLayout()
  const { day, ended, isLoaded } = useCurrentDay()
  const isSubmitted = overview.projects.projects.some((project) => project.day === day)
  // Until the day is known, the form proposes one.
  const submitDay = isLoaded && !isSubmitted ? day : undefined
  return (
    <section className={`${frames.fieldPlate} ${layout.stack16}`} data-field>
      <div className={css.top}>
        <div className={css.words}>
          <h1>{t('dashboard.welcomeBack', { name: formatFirstName(overview.me.user) })}</h1>
          {!ended && <TodaySummary day={day} isSubmitted={isSubmitted} />}
          <End />
        </div>
        {wide && <Actions submitDay={submitDay} />}
      </div>
      <OwnRoute overview={overview} />
      <p className={css.routeLabels}>
        <span>{t('dashboard.start')}</span>
        <span>{t('dashboard.finish')}</span>
      </p>
      <ProgressStats day={day} ended={ended} wide={wide} />
      <CertificateLink projects={overview.projects.projects} />
      {!wide && <Actions submitDay={submitDay} isPhone />}
    </section>
  )
}

const TodaySummary = ({ day, isSubmitted }: { day: number; isSubmitted: boolean }) => {
  const { started, isLoaded } = useCurrentDay()
  if (!isLoaded) return <Skeleton width="min(100%, 420px)" height="1.5em" />
  if (!started) return <p>{t.rich('dashboard.notStarted')}</p>
  const values = { day, title: challengeBrief(day).title }
  return <p>{t.rich(isSubmitted ? 'dashboard.dayIsSubmitted' : 'dashboard.dayIsNotSubmitted', values)}</p>
}

const End = () => {
  const { endsAt, ended, timeZone } = useCurrentDay()
  const end = endsAt && <ChallengeEnd {...{ endsAt, ended, timeZone }} />
  if (!ended) return end && <p className={css.end}>{end}</p>
  return (
    <p>
      {end && <strong>{end}</strong>} <span>{t('dashboard.stillPossible')}</span>
    </p>
  )
}

type ActionsProps = {
  /** The day that can be submitted; undefined if it is in or unknown. */
  submitDay: number | undefined
  isPhone?: boolean
}

/** The ways to the brief and to the form for a project; after the end of the challenge, to the leaderboard instead of the form. */
const Actions = ({ submitDay, isPhone }: ActionsProps) => {
  const ended = useCurrentDay((challenge) => challenge.ended)
  const look = isPhone ? ({ wide: true, size: 'large' } as const) : {}
  return (
    <div className={css.actions}>
      {!isPhone && (
        <ButtonLink to={paths.dailyChallenge} kind="field-outline">
          {t('dashboard.viewBrief')}
        </ButtonLink>
      )}
      {ended ? (
        <ButtonLink {...look} to={paths.leaderboard} kind="field-outline" icon={<Trophy />}>
          {t('common.leaderboard')}
        </ButtonLink>
      ) : (
        <ButtonLink
          {...look}
          to={submitDay === undefined ? paths.submitProject : paths.submitProjectForDay(submitDay)}
          kind="today"
          icon={<Plus />}
        >
          {submitDay === undefined ? t('common.submitProject') : t('common.submitDay', { day: submitDay })}
        </ButtonLink>
      )}
    </div>
  )
}

const OwnRoute = ({ overview: { board, projects } }: { overview: Overview }) => {
  const days = ownDays(board.you?.days ?? [], projects.projects, useToday())
  return <ChallengeRoute days={days} linked />
}

const ProgressStats = ({ day, ended, wide }: { day: number; ended: boolean; wide: boolean }) => {
  const { completed, remaining, percent } = progress(day, ended)
  const missing = useCurrentDay((challenge) => !challenge.isLoaded)
  return (
    <div className={css.figures}>
      <Stat label={t('common.completed')} value={t('common.days', { count: completed })} missing={missing} />
      <Stat
        label={t('dashboard.remaining')}
        value={t('common.days', { count: remaining })}
        missing={missing}
      />
      <Stat
        label={t(wide ? 'common.totalProgress' : 'dashboard.progress')}
        value={t('dashboard.percent', { percent: Math.round(percent) })}
        missing={missing}
      />
      {wide && <RouteLegend />}
    </div>
  )
}

const RouteLegend = () => (
  <p className={css.legend}>
    <span>{t('dashboard.heightIsDifficulty')}</span>
    <span className={css.scale}>{t.rich('dashboard.yourScore', { scale: () => <HeatScale /> })}</span>
  </p>
)

const HeatScale = () => (
  <svg viewBox="0 0 52 14" width="52" height="14" aria-hidden="true" data-picture>
    <g transform="translate(0 13) skewX(-14)">
      {[1, 2, 3, 4].map((heat, index) => (
        <rect
          key={heat}
          x={index * 13}
          y="-12"
          width="8"
          height="12"
          rx="1.6"
          fill={`var(--color-heat-${heat})`}
        />
      ))}
    </g>
  </svg>
)

/** Returns the user's thirty days: the days of the leaderboard row, which have scores, and submissions that it lacks. */
function ownDays(
  days: Parameters<typeof dayMarks>[0],
  projects: readonly ProjectCard[],
  today: number,
): DayMark[] {
  const listedDays = new Set(days.map(({ day }) => day))
  const unlisted = projects
    .filter(({ day }) => !listedDays.has(day))
    .map(({ day, status }) => ({ day, status, score: null }))
  return dayMarks([...days, ...unlisted], today)
}
