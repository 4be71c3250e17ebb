// The user's own profile and settings, to read or in the form, and the sections of the account. For participants and admins.

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
import {
  languageName,
  notificationKinds,
  notificationNames,
  themeNames,
  unsentProfile,
} from './edit/profile-values.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import { AccountSections } from './account/account-sections.tsx'
import { CircleCheck, Clock, Pencil } from 'lucide-react'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { useFocusWhenShown } from '../../shared/ui/move-focus.ts'
import css from './profile-screen.module.css'

const ProfileForm = lazyDialog(async () => (await import('./edit/profile-form.tsx')).ProfileForm)

export const ProfileSections = ({ user }: { user: OwnUser }) => {
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
      {mode === 'edit' ? (
        <ProfileForm
          user={user}
          onChanged={showChange}
          onSaved={(hasChanged) => {
            setIsSaved(hasChanged)
            setMode('view-after-edit')
          }}
          onClose={() => setMode('view-after-edit')}
        />
      ) : (
        <>
          <ProfileDetails
            user={user}
            focusesHeading={mode === 'view-after-edit'}
            onEdit={() => {
              setIsSaved(false)
              setMode('edit')
            }}
          />
          <AccountSections />
        </>
      )}
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

type ProfileDetailsProps = {
  user: OwnUser
  /** Moves the focus here, because the form with the button that was pressed is gone. */
  focusesHeading: boolean
  onEdit: () => void
}

/** The profile and the settings, to read. */
const ProfileDetails = ({ user, focusesHeading, onEdit }: ProfileDetailsProps) => {
  const Heading = user.isAdmin ? 'h2' : 'h1'
  const language = languageName(user)
  const notifications = notificationKinds.filter((kind) => user.notifications[kind])
  return (
    <Card as="section" padding="large" aria-labelledby="profile-title">
      <div className={css.head}>
        <Heading id="profile-title" ref={useFocusWhenShown(focusesHeading)} tabIndex={-1}>
          {t('common.profile')}
        </Heading>
        <Button icon={<Pencil />} onClick={onEdit}>
          {t('common.editProfile')}
        </Button>
      </div>
      <dl className={css.facts}>
        <Fact name={t('common.fullName')}>{user.fullName}</Fact>
        <Fact name={t('common.username')}>{user.username ?? ''}</Fact>
        {!user.isAdmin && <Fact name={t('profile.location')}>{user.location}</Fact>}
        {!user.isAdmin && <Fact name={t('profile.website')}>{user.website}</Fact>}
        <Fact name={t('common.email')}>
          <span>{user.email}</span>{' '}
          {user.emailConfirmed ? (
            <Badge tone="success" icon={<CircleCheck />}>
              {t('profile.confirmed')}
            </Badge>
          ) : (
            <Badge tone="warning" icon={<Clock />}>
              {t('profile.notConfirmed')}
            </Badge>
          )}
        </Fact>
        <Fact name={t('profile.memberSince')}>
          <Time at={user.createdAt} exact="date" />
        </Fact>
        {!user.isAdmin && (
          <>
            <Fact name={t('profile.bio')} wide>
              {user.bio}
            </Fact>
            <Fact name={t('profile.onPublicProfile')} wide>
              {formatPublicFields(user.publicFields)}
            </Fact>
          </>
        )}
        <Fact name={t('profile.theme')}>{themeNames[user.theme]}</Fact>
        {language && <Fact name={t('common.language')}>{language}</Fact>}
        {!user.isAdmin && (
          <Fact name={t('common.notifications')}>
            {notifications.map((kind) => notificationNames[kind]).join(', ') || t('profile.none')}
          </Fact>
        )}
      </dl>
    </Card>
  )
}

const Fact = ({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? css.wide : undefined}>
    <dt>{name}</dt>
    <dd>{children === '' ? t('profile.notGiven') : children}</dd>
  </div>
)

const formatPublicFields = (fields: OwnUser['publicFields']): string =>
  t('profile.publicFields', {
    bio: fields.includes('bio') ? 'yes' : 'no',
    location: fields.includes('location') ? 'yes' : 'no',
    website: fields.includes('website') ? 'yes' : 'no',
  })
