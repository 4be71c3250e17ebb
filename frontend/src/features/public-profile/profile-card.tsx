// Who the person is, their figures, and for the owner which texts others do not see.

import type { ProfilePerson, ProfileStanding } from '@thirty/contracts/accounts/public-profile-api.ts'
import { profileFields } from '@thirty/contracts/accounts/profile-fields.ts'
import { Calendar, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../shared/navigation/paths.ts'
import { formatPoints } from '../../shared/format/format-points.ts'
import { PersonCard } from '../../shared/account/person-card.tsx'
import { useSession } from '../../shared/session/session.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { ShareButton } from '../../shared/ui/controls/share-button.tsx'
import { Badge, YouBadge } from '../../shared/ui/display/badge.tsx'
import { Stat } from '../../shared/ui/display/stat.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { FrozenMark } from '../../shared/challenge/frozen-mark.tsx'
import { t } from '../../shared/i18n/t.ts'
import { formatList } from '../../shared/format/format-list.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './public-profile-screen.module.css'

type ProfileCardProps = {
  person: ProfilePerson
  standing: ProfileStanding | null
  /** Says whether the figures are up to date. */
  connectionPill: ReactNode
}

export const ProfileCard = ({ person, standing, connectionPill }: ProfileCardProps) => {
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
            {person.role === 'admin' && <Badge tone="info">{t('common.admin')}</Badge>}
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
