// What everybody who is signed in may see of a user: the person, the standing, the projects and what the user did last.

import type { PublicProfileResponse, ProfileStanding } from '@thirty/contracts/accounts/public-profile-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
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
import { BackLink } from '../../shared/ui/page/page.tsx'
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
    'leaderboard.changed': (data, { rows, totals }) => {
      const { standing } = data
      const totalParticipants = totals.totalUsers
      const row = rows.find(({ id }) => id === data.person.id)
      if (standing === null || (row === undefined && totalParticipants === standing.totalParticipants))
        return data
      return { ...data, standing: { ...standing, ...row, totalParticipants } }
    },
    // From read models with separate positions.
    ...reloadsOn('profile.changed', 'challenge.changed'),
  },
})

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
