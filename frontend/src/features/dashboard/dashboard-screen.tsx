// The start page of participants. At its top: welcome, the state of today, the thirty days, how far the challenge is, the link to the
// certificate, and the way to submit or, once the challenge has ended, to the leaderboard. Then tiles that lead to other screens, and
// beside them a column with the top three and the latest feedback.

import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { progress } from '@thirty/contracts/challenge/challenge-day.ts'
import { Plus, Trophy } from 'lucide-react'
import { EmailNotice } from '../../shared/account/own-account.tsx'
import { ChallengeEnd } from '../../shared/challenge/challenge-time.tsx'
import { useCurrentDay, useToday } from '../../shared/challenge/current-day.ts'
import { dayMarks } from '../../shared/challenge/day-marks.ts'
import { ChallengeRoute } from '../../shared/charts/days/challenge-route.tsx'
import { t } from '../../shared/i18n/t.ts'
import { formatFirstName } from '../../shared/people/people.tsx'
import { paths } from '../../shared/navigation/router.ts'
import { RejectedNotices } from '../../shared/projects/rejected-notice.tsx'
import { useSession } from '../../shared/session/session.ts'
import { CertificateLink } from '../../shared/submissions/certificate-link.tsx'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { Card } from '../../shared/ui/display/surfaces.tsx'
import { Stat } from '../../shared/ui/display/stat.tsx'
import { Skeleton, SkeletonBoard, SkeletonCards } from '../../shared/ui/feedback/states.tsx'
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.tsx'
import { DashboardTiles, useDashboard, type Overview } from './dashboard-tiles.tsx'
import { TopThree, LatestFeedback } from './dashboard-rail.tsx'
import frames from '../../shared/styles/frames.module.css'
import hidden from '../../shared/styles/visually-hidden.module.css'
import layout from '../../shared/styles/layout.module.css'
import css from './dashboard-screen.module.css'

export const DashboardScreen = () => (
  <div className={`${frames.page} ${css.screen}`}>
    <Content />
  </div>
)

const Content = () => {
  const { overview, failure, retry } = useDashboard()
  const name = useSession(({ session }) => ('user' in session ? session.user.fullName : ''))
  if (failure !== undefined)
    return (
      <Card>
        <h1 className={hidden.visuallyHidden}>{t('common.dashboard')}</h1>
        <ErrorState title={failure} retryLabel={t('common.retry')} onRetry={retry}>
          {t('dashboard.dataIsSafe')}
        </ErrorState>
      </Card>
    )
  if (overview === undefined)
    return (
      <>
        <h1 className={hidden.visuallyHidden}>
          {t('dashboard.welcomeBack', { name: formatFirstName({ name }) })}
        </h1>
        <SkeletonBoard />
        <SkeletonCards count={6} />
      </>
    )
  return (
    <>
      <EmailNotice user={overview.me.user} />
      <RejectedNotices projects={overview.projects.projects.filter(({ status }) => status === 'rejected')} />
      <DashboardHeader overview={overview} />
      <div className={css.columns}>
        <DashboardTiles overview={overview} />
        <div className={layout.stack16}>
          <TopThree />
          <LatestFeedback />
        </div>
      </div>
    </>
  )
}

/** The days of the route are those of the leaderboard row, which have scores, and submissions that it lacks. */
const DashboardHeader = ({ overview: { me, board, projects } }: { overview: Overview }) => {
  const wide = useWideLayout()
  const { day, started, ended, isLoaded } = useCurrentDay()
  const isSubmitted = projects.projects.some((project) => project.day === day)
  const today = t.rich(isSubmitted ? 'dashboard.dayIsSubmitted' : 'dashboard.dayIsNotSubmitted', {
    day,
    title: challengeBrief(day).title,
  })
  // Until the day is known, the form proposes one.
  const actions = <Actions submitDay={isLoaded && !isSubmitted ? day : undefined} />
  const scored = board.you?.days ?? []
  const unscored = projects.projects.filter((project) => scored.every((each) => each.day !== project.day))
  const days = [...scored, ...unscored.map((project) => ({ ...project, score: null }))]
  return (
    <section className={`${frames.fieldPlate} ${layout.stack16}`} data-field>
      <div className={css.top}>
        <div className={css.words}>
          <h1>{t('dashboard.welcomeBack', { name: formatFirstName(me.user) })}</h1>
          {!ended && !isLoaded && <Skeleton width="min(100%, 420px)" height="1.5em" />}
          {!ended && isLoaded && <p>{started ? today : t.rich('dashboard.notStarted')}</p>}
          <End />
        </div>
        {wide && actions}
      </div>
      <ChallengeRoute days={dayMarks(days, useToday())} linked />
      <p className={css.routeLabels}>
        <span>{t('dashboard.start')}</span>
        <span>{t('dashboard.finish')}</span>
      </p>
      <ProgressStats />
      <CertificateLink projects={projects.projects} />
      {!wide && actions}
    </section>
  )
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

/**
 * The ways to the brief and to the form for a project; after the end of the challenge, to the leaderboard instead of the form. `submitDay`
 * is the day that can be submitted; undefined if it is in or unknown.
 */
const Actions = ({ submitDay }: { submitDay: number | undefined }) => {
  const ended = useCurrentDay((challenge) => challenge.ended)
  const wide = useWideLayout()
  const look = wide ? {} : ({ wide: true, size: 'large' } as const)
  return (
    <div className={css.actions}>
      {wide && (
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

const ProgressStats = () => {
  const wide = useWideLayout()
  const { day, ended, isLoaded } = useCurrentDay()
  const { completed, remaining, percent } = progress(day, ended)
  const stats = [
    [t('common.completed'), t('common.days', { count: completed })],
    [t('dashboard.remaining'), t('common.days', { count: remaining })],
    [
      t(wide ? 'common.totalProgress' : 'dashboard.progress'),
      t('dashboard.percent', { percent: Math.round(percent) }),
    ],
  ] as const
  return (
    <div className={css.figures}>
      {stats.map(([label, value]) => (
        <Stat key={label} label={label} value={isLoaded ? value : undefined} />
      ))}
      {wide && (
        <p className={css.legend}>
          <span>{t('dashboard.heightIsDifficulty')}</span>
          <span className={css.scale}>{t.rich('dashboard.yourScore', { scale: () => <HeatScale /> })}</span>
        </p>
      )}
    </div>
  )
}

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
