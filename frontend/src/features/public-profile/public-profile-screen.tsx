// What everybody who is signed in may see of a user: the person, the standing, the projects and what the user did last.

import type { PublicProfileResponse, ProfileStanding } from '@thirty/contracts/accounts/public-profile-api.ts'
import { rooms, type LeaderboardChanged } from '@thirty/contracts/live/live.ts'
import { profileFields } from '@thirty/contracts/accounts/profile-fields.ts'
import { useEffect, type ReactNode } from 'react'
import { Calendar, Pencil } from 'lucide-react'
import { PersonCard } from '../../shared/account/person-card.tsx'
import { FrozenMark } from '../../shared/challenge/challenge-marks.tsx'
import { request } from '../../shared/http/http.ts'
import { t, formatName, formatPoints, formatList } from '../../shared/i18n/t.ts'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { liveData, reloadsOn, useLiveData } from '../../shared/live/live-data.ts'
import { joinRoom } from '../../shared/live/live-socket.ts'
import { backTarget } from '../../shared/navigation/back-target.ts'
import { useLocation, useParams, paths } from '../../shared/navigation/router.ts'
import { useSession } from '../../shared/session/session.ts'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { ShareButton } from '../../shared/ui/controls/share-button.tsx'
import { Badge, YouBadge, Card } from '../../shared/ui/display/surfaces.tsx'
import { Stat } from '../../shared/ui/display/stat.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { SkeletonForm, LoadedThing } from '../../shared/ui/feedback/states.tsx'
import { ActivityCard, ChallengeCard, ProjectsCard } from './profile-cards.tsx'
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
    'leaderboard.changed': { apply: applyRows },
    // From read models with separate positions.
    ...reloadsOn('profile.changed', 'challenge.changed'),
  },
})

function applyRows(data: PublicProfileResponse, { rows, totals }: LeaderboardChanged): PublicProfileResponse {
  if (data.standing === null) return data
  const totalParticipants = totals.totalUsers
  const row = rows.find(({ id }) => id === data.person.id)
  if (row === undefined && totalParticipants === data.standing.totalParticipants) return data
  const { rank, totalPoints, projectsSubmitted, projectQuality, streak, days } = row ?? data.standing
  const standing = { rank, totalPoints, projectsSubmitted, projectQuality, streak, days, totalParticipants }
  return { ...data, standing }
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
          children: t('publicProfile.nobodyHere'),
          link: {
            to: paths.communityTab('members'),
            kind: 'primary',
            children: t('publicProfile.allMembers'),
          },
        }}
      >
        {({ person, standing, projects, activities }) => (
          <div className={frames.profileColumns}>
            <ProfileCard
              {...{ person, standing }}
              connectionPill={<LiveConnectionPill view={view} subject={t('common.figures')} />}
            />
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

type ProfileCardProps = Pick<PublicProfileResponse, 'person' | 'standing'> & { connectionPill: ReactNode }

/** Who the person is, their figures, whether these are up to date, and for the owner which texts others do not see. */
const ProfileCard = ({ person, standing, connectionPill }: ProfileCardProps) => {
  const isOwn = useSession(({ session }) => 'user' in session && session.user._id === person.id)
  const { id, name, joinedAt } = person
  return (
    <div className={layout.stack12}>
      <PersonCard
        person={{ ...person, image: person.avatar }}
        heading="h1"
        mark={
          <>
            {isOwn && <YouBadge />}
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
            {isOwn && (
              <ButtonLink to={paths.profile} state={{ edit: true }} icon={<Pencil />}>
                {t('common.editProfile')}
              </ButtonLink>
            )}
            <ShareButton title={name} path={paths.person(id)} />
          </>
        }
      >
        {standing && <Figures standing={standing} connectionPill={connectionPill} />}
      </PersonCard>
      <p className={words.quiet}>
        {t(standing?.rank == null ? 'publicProfile.linkIsForMembers' : 'publicProfile.linkShowsCard')}
      </p>
      {isOwn && <HiddenFields />}
    </div>
  )
}

const Figures = ({ standing, connectionPill }: { standing: ProfileStanding; connectionPill: ReactNode }) => {
  const { rank, totalParticipants, totalPoints, projectsSubmitted, projectQuality, streak } = standing
  return (
    <>
      <div className={css.stats}>
        <Stat
          label={t('common.rankUnit')}
          value={rank ?? '–'}
          unit={rank === null ? undefined : t('publicProfile.ofTotal', { total: totalParticipants })}
        />
        <Stat label={t('common.pointsUnit')} value={formatPoints(totalPoints)} />
        <Stat label={t('common.projectsSubject')} value={projectsSubmitted} />
        <Stat label={t('common.dayStreak')} value={streak} />
        <Stat
          label={t('publicProfile.quality')}
          value={projectQuality}
          unit={t('publicProfile.ofTotal', { total: 100 })}
        />
      </div>
      <FrozenMark />
      <p>{connectionPill}</p>
    </>
  )
}

const fieldNames = {
  bio: t('publicProfile.bio'),
  location: t('publicProfile.location'),
  website: t('publicProfile.website'),
}

/** Tells the owner which texts others do not see. */
const HiddenFields = () => {
  const user = useSession(({ session }) => ('user' in session ? session.user : undefined))
  if (user === undefined) return null
  const { publicFields } = user
  const hidden = profileFields.filter((field) => user[field] !== '' && !publicFields.includes(field))
  if (hidden.length === 0) return null
  return (
    <p className={words.quiet}>
      {t('publicProfile.hiddenFields', { fields: formatList(hidden.map((field) => fieldNames[field])) })}
    </p>
  )
}
