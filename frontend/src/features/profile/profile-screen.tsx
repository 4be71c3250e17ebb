// The profile screen of participants: standing, public profile and settings, to read or in the form, and the account; and the screen of
// admins, who have no public profile.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { Eye, Mail, CircleCheck, Clock, Pencil } from 'lucide-react'
import { EmailNotice, ownAccount } from '../../shared/account/own-account.tsx'
import { PersonCard } from '../../shared/account/person-card.tsx'
import { FrozenMark } from '../../shared/challenge/challenge-marks.tsx'
import { request } from '../../shared/http/http.ts'
import { t } from '../../shared/i18n/t.ts'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { useLiveData, liveData } from '../../shared/live/live-data.ts'
import { paths, Link, useLocation } from '../../shared/navigation/router.ts'
import { PersonButtonLink } from '../../shared/people/people.tsx'
import { loadUnsent } from '../../shared/session/unsent-values.ts'
import { CertificateLink } from '../../shared/submissions/certificate-link.tsx'
import { BackLink, AdminPage } from '../../shared/ui/page/page.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { lazyDialog, preloadBeforePress } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Badge, Card, Success, DescriptionList } from '../../shared/ui/display/surfaces.tsx'
import { Stat } from '../../shared/ui/display/stat.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { SkeletonForm, Loaded } from '../../shared/ui/feedback/states.tsx'
import { useFocusWhenShown } from '../../shared/ui/move-focus.ts'
import {
  languageName,
  notificationKinds,
  notificationNames,
  themeNames,
  unsentProfile,
} from './edit/profile-values.ts'
import { AccountSections } from './account/account-sections.tsx'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import css from './profile-screen.module.css'

export const ProfileScreen = () => (
  <div className={`${frames.page} ${frames.profileScreen}`}>
    <BackLink />
    <LoadedUser heading="h1">
      {(user) => (
        <div className={frames.profileColumns}>
          <PersonCard
            person={{ ...user, id: user._id, name: user.fullName, avatar: user.profileImage }}
            heading="h2"
            facts={
              <li>
                <Mail />
                <span>{user.email}</span>
              </li>
            }
            actions={
              <PersonButtonLink userId={user._id} icon={<Eye />}>
                {t('profile.viewPublicProfile')}
              </PersonButtonLink>
            }
          >
            <Standing name={user.fullName} />
          </PersonCard>
          <ProfileSections user={user} />
        </div>
      )}
    </LoadedUser>
  </div>
)

export const AdminAccountScreen = () => {
  const link = (text: ReactNode) => (
    <Link to={paths.admin.security} className={css.link}>
      {text}
    </Link>
  )
  return (
    <AdminPage title={t('common.account')} note={t.rich('profile.secondFactors', { link })} narrow>
      <LoadedUser heading="h2">{(user) => <ProfileSections user={user} />}</LoadedUser>
    </AdminPage>
  )
}

type LoadedUserProps = { heading: 'h1' | 'h2'; children: (user: OwnUser) => ReactNode }

const LoadedUser = ({ heading, children }: LoadedUserProps) => (
  <Loaded
    view={useLiveData(ownAccount)}
    loading={
      <Card padding="large">
        {heading === 'h1' && <h1 className={css.heading}>{t('common.profile')}</h1>}
        <SkeletonForm fields={4} />
      </Card>
    }
    heading={heading}
    inCard
  >
    {({ user }) => children(user)}
  </Loaded>
)

/** The user's own row of the leaderboard; null if the user is not ranked. */
const ownRow = liveData({
  load: async (_key: undefined, signal) =>
    (await request('GET', '/api/leaderboard/leaderboard', { query: { limit: 1 }, signal })).you,
  resyncs: true,
})

/** Rank, projects, streak and days of the user, and the link to the certificate. */
const Standing = ({ name }: { name: string }) => {
  const { state, data: entry } = useLiveData(ownRow)
  const unknown = state === 'failed' ? undefined : '–'
  return (
    <>
      <div className={css.stats}>
        <Stat label={t('common.rankUnit')} value={entry?.rank ?? unknown} />
        <Stat label={t('common.projectsSubject')} value={entry?.projectsSubmitted ?? unknown} />
        <Stat label={t('common.dayStreak')} value={entry?.streak ?? unknown} />
      </div>
      {entry && <FrozenMark />}
      <StandingStrip entry={{ name, days: entry?.days ?? [] }} size="l" table={false} />
      <p className={css.days} aria-hidden="true">
        <span>{t('common.day', { day: 1 })}</span>
        <span>{t('common.day', { day: 30 })}</span>
      </p>
      {entry && <CertificateLink projects={entry.days} />}
    </>
  )
}

const ProfileForm = lazyDialog(async () => (await import('./edit/profile-form.tsx')).ProfileForm)

const ProfileSections = ({ user }: { user: OwnUser }) => {
  // Links to this screen may be to edit the profile.
  const { edit: isEdit } = Object(useLocation().state) as { edit?: unknown }
  const [mode, setMode] = useState<'view' | 'edit' | 'saved' | 'not-changed'>(
    isEdit === true || loadUnsent(unsentProfile) !== undefined ? 'edit' : 'view',
  )
  useEffect(() => preloadBeforePress(ProfileForm.preload), [])
  return (
    <div className={layout.stack24}>
      <Success text={mode === 'saved' && t('profile.profileUpdated')} />
      <EmailNotice user={user} />
      {mode === 'edit' ? (
        <ProfileForm
          user={user}
          onSaved={(hasChanged) => setMode(hasChanged ? 'saved' : 'not-changed')}
          onClose={() => setMode('not-changed')}
        />
      ) : (
        <>
          <ProfileDetails user={user} focusesHeading={mode !== 'view'} onEdit={() => setMode('edit')} />
          <AccountSections />
        </>
      )}
    </div>
  )
}

type ProfileDetailsProps = {
  user: OwnUser
  /** Moves the focus here, because the form with the button that was pressed is gone. */
  focusesHeading: boolean
  onEdit: () => void
}

/** The profile and the settings, to read. */
const ProfileDetails = ({ user, focusesHeading, onEdit }: ProfileDetailsProps) => {
  const isParticipant = !user.isAdmin
  const Heading = isParticipant ? 'h1' : 'h2'
  const notifications = notificationKinds.filter((kind) => user.notifications[kind])
  const isPublic = (field: OwnUser['publicFields'][number]) =>
    user.publicFields.includes(field) ? 'yes' : 'no'
  const publicFields = { bio: isPublic('bio'), location: isPublic('location'), website: isPublic('website') }
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
      <DescriptionList
        className={css.facts}
        entries={[
          [t('common.fullName'), user.fullName],
          [t('common.username'), user.username || notGiven],
          [t('profile.location'), isParticipant && (user.location || notGiven)],
          [t('profile.website'), isParticipant && (user.website || notGiven)],
          [
            t('common.email'),
            <Fragment key="email">
              <span>{user.email}</span> <Badge {...(user.emailConfirmed ? confirmed : notConfirmed)} />
            </Fragment>,
          ],
          [t('profile.memberSince'), <Time key="time" at={user.createdAt} exact="date" />],
          [t('profile.bio'), isParticipant && (user.bio || notGiven), css.wide],
          [t('profile.onPublicProfile'), isParticipant && t('profile.publicFields', publicFields), css.wide],
          [t('profile.theme'), themeNames[user.theme]],
          [t('common.language'), languageName(user) ?? false],
          [
            t('common.notifications'),
            isParticipant &&
              (notifications.map((kind) => notificationNames[kind]).join(', ') || t('profile.none')),
          ],
        ]}
      />
    </Card>
  )
}

const notGiven = t('profile.notGiven')
const confirmed = { tone: 'success', icon: <CircleCheck />, label: t('profile.confirmed') } as const
const notConfirmed = { tone: 'warning', icon: <Clock />, label: t('profile.notConfirmed') } as const
