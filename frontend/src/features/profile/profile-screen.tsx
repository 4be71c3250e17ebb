// The profile screen of participants: standing, public profile, settings and account; and that of admins, who have no public profile.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { ReactNode } from 'react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { ownAccount } from '../../shared/account/own-account.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import frames from '../../shared/styles/frames.module.css'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonForm } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { ProfileSections } from './profile-sections.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './profile-screen.module.css'
import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { Eye, Mail } from 'lucide-react'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { liveData } from '../../shared/live/live-data.ts'
import { request } from '../../shared/http/http.ts'
import { PersonCard } from '../../shared/account/person-card.tsx'
import { PersonButtonLink } from '../../shared/people/person-link.tsx'
import { CertificateLink } from '../../shared/submissions/certificate-link.tsx'
import { Stat } from '../../shared/ui/display/stat.tsx'
import { FrozenMark } from '../../shared/challenge/frozen-mark.tsx'

export const ProfileScreen = () => (
  <div className={`${frames.page} ${frames.profileScreen}`}>
    <BackLink to={paths.dashboard} label={t('common.dashboard')} />
    <LoadedUser heading="h1">
      {(user) => (
        <div className={frames.profileColumns}>
          <IdentityCard user={user} />
          <ProfileSections user={user} />
        </div>
      )}
    </LoadedUser>
  </div>
)

export const AdminAccountScreen = () => {
  const note = t.rich('profile.secondFactors', {
    link: (text) => (
      <Link to={paths.admin.security} className={css.link}>
        {text}
      </Link>
    ),
  })
  return (
    <AdminPage title={t('common.account')} note={note} narrow>
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
const ownRow = liveData<BoardEntry | null>({
  load: async (_key, signal) =>
    (await request('GET', '/api/leaderboard/leaderboard', { query: { limit: 1 }, signal })).you,
  resyncs: true,
})

/** The card at the top of the user's profile: name, texts, email address, rank, days, and the link to the certificate. */
const IdentityCard = ({ user }: { user: OwnUser }) => (
  <PersonCard
    person={{ ...user, id: user._id, name: user.fullName, image: user.profileImage }}
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
)

const Standing = ({ name }: { name: string }) => {
  const { state, data: entry } = useLiveData(ownRow)
  const missing = state === 'failed'
  return (
    <>
      <div className={css.stats}>
        <Stat label={t('common.rankUnit')} value={entry?.rank ?? '–'} missing={missing} />
        <Stat label={t('common.projectsSubject')} value={entry?.projectsSubmitted ?? '–'} missing={missing} />
        <Stat label={t('common.dayStreak')} value={entry?.streak ?? '–'} missing={missing} />
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
