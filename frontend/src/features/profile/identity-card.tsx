// The card at the top of the user's profile: name, texts, email address, rank, days, and the link to the certificate.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { Eye, Mail } from 'lucide-react'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { request } from '../../shared/http/http.ts'
import { PersonCard } from '../../shared/account/person-card.tsx'
import { PersonButtonLink } from '../../shared/people/person-link.tsx'
import { CertificateLink } from '../../shared/submissions/certificate-link.tsx'
import { Stat } from '../../shared/ui/display/stat.tsx'
import { FrozenMark } from '../../shared/challenge/frozen-mark.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './identity-card.module.css'

/** The user's own row of the leaderboard; null if the user is not ranked. */
const ownRow = liveData<BoardEntry | null>({
  load: async (_key, signal) =>
    (await request('GET', '/api/leaderboard/leaderboard', { query: { limit: 1 }, signal })).you,
  resyncs: true,
})

export const IdentityCard = ({ user }: { user: OwnUser }) => (
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
