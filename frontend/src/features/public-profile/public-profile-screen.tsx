// What everybody who is signed in may see of a user: the person, the standing, the projects and what the user did last.

import type { PublicProfileResponse } from '@thirty/contracts/accounts/public-profile-api.ts'
import { rooms, type LeaderboardChanged } from '@thirty/contracts/live/live.ts'
import { useEffect, type ReactNode } from 'react'
import { useLocation, useParams } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { formatName } from '../../shared/format/format-name.ts'
import { request } from '../../shared/http/http.ts'
import { errorMessage, isNotFound } from '../../shared/http/request-failed.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { liveData, reloadsOn, useLiveData } from '../../shared/live/live-data.ts'
import { joinRoom } from '../../shared/live/live-socket.ts'
import { backTarget } from '../../shared/navigation/back-target.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonForm } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/feedback/states.tsx'
import { ActivityCard, ChallengeCard, ProjectsCard } from './profile-cards.tsx'
import { ProfileCard } from './profile-card.tsx'
import { t } from '../../shared/i18n/t.ts'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import hidden from '../../shared/ui/visually-hidden.module.css'

/** The public profiles by id or username. */
const profileOf = liveData<PublicProfileResponse, string>({
  load: (user, signal) => request('GET', '/api/users/:user/profile', { params: { user }, signal }),
  // Few users watch the same profile.
  reloadDelayMs: 300,
  messages: {
    // The rank also changes with the points of others. For the first hundred participants this message contains it.
    'leaderboard.changed': { apply: applyRows },
    // From read models with separate positions.
    'profile.changed': reloadsOn('profile'),
    'challenge.changed': reloadsOn('challenge'),
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
  const { state, data: profile, error, reload } = view
  useProfileRoom(profile?.person.id)
  const missing = state === 'failed' ? failureTitle(error) : undefined
  usePageTitle(profile === undefined ? missing : formatName(profile.person.name))

  return (
    <div className={`${frames.page} ${frames.profileScreen}`}>
      <BackLink to={target.path} label={target.label} />
      {profile !== undefined && (
        <Profile profile={profile} pill={<LiveConnectionPill view={view} subject={t('common.figures')} />} />
      )}
      {state === 'failed' && (
        <Card>
          <Failure error={error} onRetry={reload} />
        </Card>
      )}
      {state === 'loading' && (
        <Card padding="large">
          <h1 className={hidden.visuallyHidden}>{t('common.publicProfile')}</h1>
          <SkeletonForm fields={4} />
        </Card>
      )}
    </div>
  )
}

/** Watches the changes of a profile. Its room has the id of the user, which an address with a username does not have. */
const useProfileRoom = (userId: string | undefined) =>
  useEffect(() => (userId === undefined ? undefined : joinRoom(rooms.profile(userId))), [userId])

const Profile = ({ profile, pill }: { profile: PublicProfileResponse; pill: ReactNode }) => {
  const { person, standing, projects, activities } = profile
  return (
    <div className={frames.profileColumns}>
      <ProfileCard person={person} standing={standing} connectionPill={pill} />
      <div className={layout.stack24}>
        {standing !== null && <ChallengeCard name={person.name} days={standing.days} />}
        {(standing !== null || projects.length > 0) && <ProjectsCard projects={projects} />}
        <ActivityCard activities={activities} />
      </div>
    </div>
  )
}

const failureTitle = (error: unknown): string =>
  t(isNotFound(error) ? 'serverTexts.profileNotFound' : 'publicProfile.notLoaded')

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  isNotFound(error) ? (
    <EmptyState
      title={failureTitle(error)}
      heading="h1"
      action={
        <ButtonLink to={paths.communityTab('members')} kind="primary">
          {t('publicProfile.allMembers')}
        </ButtonLink>
      }
    >
      {t('publicProfile.nobodyHere')}
    </EmptyState>
  ) : (
    <ErrorState title={failureTitle(error)} heading="h1" onRetry={onRetry}>
      {errorMessage(error, t('common.checkConnection'))}
    </ErrorState>
  )
