import type { MeResponse, OwnUser } from '@thirty/contracts/api/accounts/accounts.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { EmailNotice } from '../../shared/account/email-notice.tsx'
import { queryClient } from '../../shared/http/query-client.ts'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import { applyAccountTheme } from '../../shared/preferences/account-theme.ts'
import { useSession } from '../../shared/session/session.ts'
import layout from '../../shared/styles/layout.module.css'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonForm } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { AccountSections } from './account/account-sections.tsx'
import { fetchMe } from './api.ts'
import { ProfileForm } from './edit/profile-form.tsx'
import { IdentityCard } from './identity-card.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { t } from './messages/t.ts'
import css from './profile-screen.module.css'

const queryKey = ['me']

/**
 * The own profile: what I say about myself, my settings, and what belongs to the account. `sessions`: the section with the sessions.
 */
export const ProfileScreen = ({ sessions }: { sessions?: ReactNode }) => {
  const me = useLoadState({ queryKey, queryFn: fetchMe, fallback: t('profileNotLoaded') })
  return (
    <div className={`${layout.page} ${css.screen}`}>
      <BackLink to={paths.dashboard} label={t('dashboard')} />
      {me.state === 'ready' && <Profile user={me.value.user} sessions={sessions} />}
      {me.state === 'loading' && (
        <Card padding="large">
          <h1 className={css.heading}>{t('profile')}</h1>
          <SkeletonForm fields={4} />
        </Card>
      )}
      {me.state === 'failed' && (
        <Card>
          <ErrorState title={me.message} heading="h1" onRetry={me.retry} />
        </Card>
      )}
    </div>
  )
}

const Profile = ({ user, sessions }: { user: OwnUser; sessions: ReactNode }) => {
  const [mode, setMode] = useState<'view' | 'edit' | 'view-after-edit'>(
    opensForm(useLocation().state) ? 'edit' : 'view',
  )
  const [isSaved, setIsSaved] = useState(false)
  return (
    <div className={css.columns}>
      <IdentityCard user={user} />
      <div className={css.main}>
        {isSaved && (
          <Banner kind="success" live>
            {t('profileUpdated')}
          </Banner>
        )}
        {!user.emailConfirmed && user.status === 'active' && <EmailNotice email={user.email} />}
        {mode !== 'edit' ? (
          <ProfileDetails
            user={user}
            focusesHeading={mode === 'view-after-edit'}
            onEdit={() => {
              setIsSaved(false)
              setMode('edit')
            }}
          />
        ) : (
          <ProfileForm
            user={user}
            onChanged={showChange}
            onSaved={(hasChanged) => {
              setIsSaved(hasChanged)
              setMode('view-after-edit')
            }}
            onCancel={() => setMode('view-after-edit')}
          />
        )}
        {mode !== 'edit' && <AccountSections sessions={sessions} />}
      </div>
    </div>
  )
}

/** Whether the link to this screen was one to edit the profile. */
const opensForm = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'edit' in state && state.edit === true

/** Shows a saved change on this screen, in the top bar, and in other tabs; and the theme at once. */
function showChange(change: Partial<OwnUser>): void {
  useSession.getState().changeUser(change)
  if (change.theme !== undefined) applyAccountTheme({ theme: change.theme })
  queryClient.setQueryData<MeResponse>(queryKey, (me) => me && { ...me, user: { ...me.user, ...change } })
}
