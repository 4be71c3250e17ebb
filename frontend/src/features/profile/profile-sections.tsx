// What a user says about themselves, their settings, and what belongs to the account.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from '../../shared/navigation/router.ts'
import { EmailNotice } from '../../shared/account/email-notice.tsx'
import { ownAccount } from '../../shared/account/own-account.ts'
import { applyAccountTheme } from '../../shared/session/account-theme.ts'
import { useSession } from '../../shared/session/session.ts'
import { loadUnsent } from '../../shared/session/unsent-values.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { lazyDialog, preloadBeforePress } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { unsentProfile } from './edit/profile-values.ts'
import { ProfileDetails } from './profile-details.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import { PasswordSection } from './account/password-section.tsx'
import { DeleteSection } from './account/delete-section.tsx'
import { ExportSection } from './account/export-section.tsx'

const ProfileForm = lazyDialog(async () => (await import('./edit/profile-form.tsx')).ProfileForm)

export const ProfileSections = ({ user, sessions }: { user: OwnUser; sessions: ReactNode }) => {
  const [mode, setMode] = useState<'view' | 'edit' | 'view-after-edit'>(
    opensForm(useLocation().state) || loadUnsent(unsentProfile) !== undefined ? 'edit' : 'view',
  )
  const [isSaved, setIsSaved] = useState(false)
  useEffect(() => preloadBeforePress(ProfileForm.preload), [])
  return (
    <div className={layout.stack24}>
      {isSaved && (
        <Banner kind="success" live>
          {t('profile.profileUpdated')}
        </Banner>
      )}
      {!user.emailConfirmed && user.status === 'active' && !user.isAdmin && (
        <EmailNotice email={user.email} />
      )}
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
          onClose={() => setMode('view-after-edit')}
        />
      )}
      {mode !== 'edit' && <AccountSections sessions={sessions} />}
    </div>
  )
}

/** Shows a saved change on this screen, in the top bar, and in other tabs; and the theme at once. */
function showChange(change: Partial<OwnUser>): void {
  useSession.getState().changeUser(change)
  if (change.theme !== undefined) applyAccountTheme({ theme: change.theme })
  ownAccount.change((me) => ({ ...me, user: { ...me.user, ...change } }))
}

/** Whether the link to this screen was one to edit the profile. */
const opensForm = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'edit' in state && state.edit === true

/** What belongs to the account and not to the profile: password, sessions, own data, deletion. */
export const AccountSections = ({ sessions }: { sessions?: ReactNode }) => (
  <>
    <PasswordSection />
    {sessions}
    <ExportSection />
    <DeleteSection />
  </>
)
