// The profile screen of the user: the public profile, settings, and the account.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { ReactNode } from 'react'
import { ownAccount } from '../../shared/account/own-account.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { paths } from '../../shared/navigation/paths.ts'
import frames from '../../shared/styles/frames.module.css'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonForm } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { IdentityCard } from './identity-card.tsx'
import { ProfileSections } from './profile-sections.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './profile-screen.module.css'

/** `sessions`: the section with the sessions. */
export const ProfileScreen = ({ sessions }: { sessions?: ReactNode }) => {
  const me = useLiveData(ownAccount)
  return (
    <div className={`${frames.page} ${frames.profileScreen}`}>
      <BackLink to={paths.dashboard} label={t('common.dashboard')} />
      {me.data && <Profile user={me.data.user} sessions={sessions} />}
      {me.state === 'loading' && (
        <Card padding="large">
          <h1 className={css.heading}>{t('common.profile')}</h1>
          <SkeletonForm fields={4} />
        </Card>
      )}
      {me.state === 'failed' && (
        <Card>
          <ErrorState title={me.message || t('profile.profileNotLoaded')} heading="h1" onRetry={me.reload} />
        </Card>
      )}
    </div>
  )
}

const Profile = ({ user, sessions }: { user: OwnUser; sessions: ReactNode }) => (
  <div className={frames.profileColumns}>
    <IdentityCard user={user} />
    <ProfileSections user={user} sessions={sessions} />
  </div>
)
