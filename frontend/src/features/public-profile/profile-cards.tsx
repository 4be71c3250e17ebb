// The cards of a public profile beside the card of the person: the thirty days with their badges, the projects, and what the user did last.

import type { ProfileStanding, ProfileProject } from '@thirty/contracts/accounts/public-profile-api.ts'
import { challengeBadges, type ChallengeBadge } from '@thirty/contracts/leaderboard/badges.ts'
import type { FeedItem } from '@thirty/contracts/community/api.ts'
import { CalendarCheck, Flame } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ChallengeDayBadge } from '../../shared/challenge/challenge-marks.tsx'
import { StripLegend } from '../../shared/charts/days/strip-legend.tsx'
import { t, formatScore } from '../../shared/i18n/t.ts'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { Link, paths } from '../../shared/navigation/router.ts'
import { feedItemId } from '../../shared/people/feed-item-id.ts'
import { ProjectCardLink, ProjectLink, Screenshot } from '../../shared/projects/project-parts.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { CountBadge, StatusBadge, SectionCard, Card } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './public-profile-screen.module.css'

export const ChallengeCard = ({ name, days }: { name: string; days: ProfileStanding['days'] }) => {
  const wide = useWideLayout()
  return (
    <SectionCard title={t('publicProfile.thirtyDays')} className={layout.stack16}>
      <StandingStrip entry={{ name, days }} size={wide ? 'xl' : 'l'} />
      <StripLegend short />
      <ul className={layout.cluster8} aria-label={t('publicProfile.badges')}>
        {challengeBadges(days).map((badge) => (
          <Medal key={`${badge.kind} ${badge.days}`} {...badge} />
        ))}
      </ul>
    </SectionCard>
  )
}

const Medal = ({ kind, days, reached, isEarned }: ChallengeBadge) => {
  const dayBadge = days === 1 ? t('publicProfile.firstProject') : t('publicProfile.daysBadge', { days })
  return (
    <li className={css.badge} data-earned={isEarned || undefined}>
      {kind === 'streak' ? <Flame size={20} /> : <CalendarCheck size={20} />}
      <span>{kind === 'streak' ? t('publicProfile.streakBadge', { days }) : dayBadge}</span>
      {isEarned ? (
        <VisuallyHidden>{t('publicProfile.earned')}</VisuallyHidden>
      ) : (
        <span className={css.progress}>{t('publicProfile.reachedOf', { reached, days })}</span>
      )}
    </li>
  )
}

/** The projects of this run, newest first. */
export const ProjectsCard = ({ projects }: { projects: readonly ProfileProject[] }) => {
  const [showsAll, setShowsAll] = useState(false)
  // The others follow a press, so that the cards below are not far away.
  const shown = showsAll ? projects : projects.slice(0, 6)
  return (
    <SectionCard
      title={t('common.projects')}
      end={projects.length > 0 && <CountBadge count={projects.length} />}
      className={layout.stack16}
    >
      {projects.length === 0 ? (
        <p className={words.pale}>{t('common.nothingSubmitted')}</p>
      ) : (
        <ul className={css.projects} aria-label={t('common.projects')}>
          {shown.map((project) => (
            <Project key={project._id} {...project} />
          ))}
        </ul>
      )}
      {shown.length < projects.length && (
        <Button className={css.more} onClick={() => setShowsAll(true)}>
          {t('publicProfile.showAll', { count: projects.length })}
        </Button>
      )}
    </SectionCard>
  )
}

const Project = ({ _id: id, projectName, thumbnailUrl, ratingCount, ...project }: ProfileProject) => (
  <Card as="li" padding="none" link className={css.project}>
    <Screenshot className={css.screenshot} project={{ projectName, thumbnailUrl }} />
    <div className={css.words}>
      <p className={layout.cluster8}>
        <ChallengeDayBadge day={project.day} />
        <StatusBadge status={project.status} />
      </p>
      <h3>
        <ProjectCardLink projectId={id} name={projectName} />
      </h3>
      <p className={css.languages} dir="auto">
        {project.languages}
      </p>
      {ratingCount > 0 ? (
        <StarRating value={project.averageRating} count={ratingCount} size={15} />
      ) : (
        <p className={words.pale}>{t('common.notRatedYet')}</p>
      )}
    </div>
  </Card>
)

/** What the user did last, newest first. */
export const ActivityCard = ({ activities }: { activities: readonly FeedItem[] }) => (
  <SectionCard title={t('publicProfile.recentActivity')} className={layout.stack16}>
    {activities.length === 0 ? (
      <p className={words.pale}>{t('publicProfile.noActivity')}</p>
    ) : (
      <ol className={css.activities} aria-label={t('publicProfile.recentActivity')}>
        {activities.map((item) => (
          <li key={feedItemId(item)} className={css.activity}>
            <p>{sentenceOf(item)}</p>
            <Time at={item.at} />
          </li>
        ))}
      </ol>
    )}
  </SectionCard>
)

/** Returns a whole sentence without the person, whose profile it is, and with a link to what the activity is about. */
function sentenceOf(item: FeedItem): ReactNode {
  switch (item.what) {
    case 'submitted': {
      const { day } = item.project
      return item.streak === undefined
        ? t.rich('publicProfile.activitySubmitted', { day, subject: linkTo(item) })
        : t.rich('publicProfile.activityStreak', { day, length: item.streak.length, subject: linkTo(item) })
    }
    case 'approved':
      return t.rich('publicProfile.activityApproved', { day: item.project.day, subject: linkTo(item) })
    case 'rated': {
      const values = { day: item.project.day, score: formatScore(item.average) }
      return t.rich('publicProfile.activityRated', { ...values, subject: linkTo(item) })
    }
    case 'commented':
      return t.rich('publicProfile.activityCommented', { subject: linkTo(item) })
    case 'discussed':
      return t.rich('publicProfile.activityDiscussed', { subject: linkTo(item) })
    case 'completed':
      return t('publicProfile.activityCompleted', { day: item.day })
    case 'joined':
      return t('publicProfile.activityJoined')
    case 'took-the-lead':
      return t('publicProfile.activityTookTheLead')
    case 'moved-up':
      return t('publicProfile.activityMovedUp', { places: item.places, rank: item.rank })
  }
}

const linkTo = (item: Extract<FeedItem, { project: object } | { discussion: object }>) => () =>
  'project' in item ? (
    <ProjectLink projectId={item.project.id} dir="auto">
      {item.project.title}
    </ProjectLink>
  ) : (
    <Link to={paths.discussion(item.discussion.id)} dir="auto">
      {item.discussion.title}
    </Link>
  )
