// What everybody who is signed in may see of a user: a card of the person with the figures, and beside it cards of the thirty days with their
// badges, the projects, and what the user did last.

import type {
  ProfileProject,
  ProfileStanding,
  PublicProfileResponse,
} from '@thirty/contracts/accounts/public-profile-api.ts'
import type { FeedItem } from '@thirty/contracts/community/api.ts'
import { challengeBadges, type ChallengeBadge } from '@thirty/contracts/leaderboard/badges.ts'
import { rooms, type LeaderboardChanged } from '@thirty/contracts/live/live.ts'
import { profileFields } from '@thirty/contracts/accounts/profile-fields.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { Calendar, CalendarCheck, Flame, Pencil } from 'lucide-react'
import { PersonCard } from '../../shared/account/person-card.tsx'
import { ChallengeDayBadge, FrozenMark } from '../../shared/challenge/challenge-marks.tsx'
import { StripLegend } from '../../shared/charts/days/strip-legend.tsx'
import { request } from '../../shared/http/http.ts'
import { t, formatName, formatPoints, formatList, formatScore } from '../../shared/i18n/t.ts'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { liveData, reloadsOn, useLiveData } from '../../shared/live/live-data.ts'
import { joinRoom } from '../../shared/live/live-socket.ts'
import { backTarget } from '../../shared/navigation/back-target.ts'
import { Link, useLocation, useParams, paths } from '../../shared/navigation/router.ts'
import { feedItemId } from '../../shared/people/feed-item-id.ts'
import { ProjectCardLink, ProjectLink, Screenshot } from '../../shared/projects/project-parts.tsx'
import { useSession } from '../../shared/session/session.ts'
import { BackLink } from '../../shared/ui/page/page.tsx'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { ShareButton } from '../../shared/ui/controls/share-button.tsx'
import {
  Badge,
  Card,
  CountBadge,
  SectionCard,
  StatusBadge,
  YouBadge,
} from '../../shared/ui/display/surfaces.tsx'
import { Stat } from '../../shared/ui/display/stat.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { SkeletonForm, LoadedThing } from '../../shared/ui/feedback/states.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import hidden from '../../shared/styles/visually-hidden.module.css'
import words from '../../shared/styles/words.module.css'
import css from './public-profile-screen.module.css'

/** The public profiles by id or username. */
const profileOf = liveData<PublicProfileResponse, string>({
  load: (user, signal) => request('GET', '/api/users/:user/profile', { params: { user }, signal }),
  // Few users watch the same profile.
  reloadDelayMs: 300,
  messages: {
    // The rank also changes with the points of others. For the first hundred participants this message contains it.
    'leaderboard.changed': applyRows,
    // From read models with separate positions.
    ...reloadsOn('profile.changed', 'challenge.changed'),
  },
})

function applyRows(data: PublicProfileResponse, { rows, totals }: LeaderboardChanged): PublicProfileResponse {
  const { standing } = data
  const totalParticipants = totals.totalUsers
  const row = rows.find(({ id }) => id === data.person.id)
  if (standing === null || (row === undefined && totalParticipants === standing.totalParticipants))
    return data
  return { ...data, standing: { ...standing, ...row, totalParticipants } }
}

export const PublicProfileScreen = () => {
  const { user = '' } = useParams()
  const target = backTarget(useLocation().state)
  const view = useLiveData(profileOf, user)
  // The room has the id of the user, which an address with a username does not have.
  const userId = view.data?.person.id
  useEffect(() => (userId === undefined ? undefined : joinRoom(rooms.profile(userId))), [userId])
  return (
    <div className={`${frames.page} ${frames.profileScreen}`}>
      <BackLink to={target.path} label={target.label} />
      <LoadedThing
        view={view}
        nameOf={({ person }) => formatName(person.name)}
        loading={
          <Card padding="large">
            <h1 className={hidden.visuallyHidden}>{t('common.publicProfile')}</h1>
            <SkeletonForm fields={4} />
          </Card>
        }
        inCard
        heading="h1"
        failed={t('publicProfile.notLoaded')}
        advice={t('common.checkConnection')}
        gone={{
          title: t('serverTexts.profileNotFound'),
          heading: 'h1',
          text: t('publicProfile.nobodyHere'),
          link: {
            to: paths.communityTab('members'),
            kind: 'primary',
            children: t('publicProfile.allMembers'),
          },
        }}
      >
        {({ person, standing, projects, activities }) => (
          <div className={frames.profileColumns}>
            <ProfileCard {...{ person, standing }}>
              <LiveConnectionPill view={view} subject={t('common.figures')} />
            </ProfileCard>
            <div className={layout.stack24}>
              {standing !== null && <ChallengeCard name={person.name} days={standing.days} />}
              {(standing !== null || projects.length > 0) && <ProjectsCard projects={projects} />}
              <ActivityCard activities={activities} />
            </div>
          </div>
        )}
      </LoadedThing>
    </div>
  )
}

type ProfileCardProps = Pick<PublicProfileResponse, 'person' | 'standing'> & {
  /** Says whether the figures are up to date. */
  children: ReactNode
}

/** Who the person is, their figures, and for the owner which texts others do not see. */
const ProfileCard = ({ person, standing, children }: ProfileCardProps) => {
  const own = useSession(({ session }) =>
    'user' in session && session.user._id === person.id ? session.user : undefined,
  )
  const { id, name, joinedAt } = person
  const hiddenFields = profileFields.filter((field) => own?.[field] && !own.publicFields.includes(field))
  return (
    <div className={layout.stack12}>
      <PersonCard
        person={person}
        heading="h1"
        mark={
          <>
            {own && <YouBadge />}
            {person.role === 'admin' && <Badge tone="info" label={t('common.admin')} />}
          </>
        }
        facts={
          joinedAt !== null && (
            <li>
              <Calendar />
              <span>{t.rich('common.joinedOn', { time: () => <Time at={joinedAt} exact="date" /> })}</span>
            </li>
          )
        }
        actions={
          <>
            {own && (
              <ButtonLink to={paths.profile} state={{ edit: true }} icon={<Pencil />}>
                {t('common.editProfile')}
              </ButtonLink>
            )}
            <ShareButton title={name} path={paths.person(id)} />
          </>
        }
      >
        {standing && (
          <>
            <Figures {...standing} />
            <FrozenMark />
            <p>{children}</p>
          </>
        )}
      </PersonCard>
      <p className={words.quiet}>
        {t(standing?.rank == null ? 'publicProfile.linkIsForMembers' : 'publicProfile.linkShowsCard')}
      </p>
      {hiddenFields.length > 0 && (
        <p className={words.quiet}>
          {t('publicProfile.hiddenFields', {
            fields: formatList(hiddenFields.map((field) => fieldNames[field])),
          })}
        </p>
      )}
    </div>
  )
}

const Figures = ({ rank, totalParticipants, totalPoints, ...others }: ProfileStanding) => {
  const ofTotal = (total: number) => t('publicProfile.ofTotal', { total })
  return (
    <div className={css.stats}>
      <Stat
        label={t('common.rankUnit')}
        value={rank ?? '–'}
        unit={rank !== null && ofTotal(totalParticipants)}
      />
      <Stat label={t('common.pointsUnit')} value={formatPoints(totalPoints)} />
      <Stat label={t('common.projectsSubject')} value={others.projectsSubmitted} />
      <Stat label={t('common.dayStreak')} value={others.streak} />
      <Stat label={t('publicProfile.quality')} value={others.projectQuality} unit={ofTotal(100)} />
    </div>
  )
}

const fieldNames = {
  bio: t('publicProfile.bio'),
  location: t('publicProfile.location'),
  website: t('publicProfile.website'),
}

const ChallengeCard = ({ name, days }: { name: string; days: ProfileStanding['days'] }) => {
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

/** How many projects are shown until the button shows all, so that the cards below are not far away. */
const firstCount = 6

/** The projects of this run, newest first. */
const ProjectsCard = ({ projects }: { projects: readonly ProfileProject[] }) => {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? projects : projects.slice(0, firstCount)
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
const ActivityCard = ({ activities }: { activities: readonly FeedItem[] }) => (
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
