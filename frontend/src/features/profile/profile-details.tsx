// The profile and the settings, to read.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { CircleCheck, Clock, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { useFocusWhenShown } from '../../shared/ui/move-focus.ts'
import { languageFact } from './language/language-choices.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './profile-screen.module.css'

const themes = { light: t('profile.light'), dark: t('profile.dark'), system: t('common.system') }

type ProfileDetailsProps = {
  user: OwnUser
  /** Moves the focus here, because the form with the button that was pressed is gone. */
  focusesHeading: boolean
  onEdit: () => void
}

export const ProfileDetails = ({ user, focusesHeading, onEdit }: ProfileDetailsProps) => {
  const Heading = user.isAdmin ? 'h2' : 'h1'
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
        <Fact name={t('profile.theme')}>{themes[user.theme]}</Fact>
        <LanguageSetting user={user} />
        {!user.isAdmin && (
          <Fact name={t('common.notifications')}>{formatNotifications(user.notifications)}</Fact>
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

const LanguageSetting = ({ user }: { user: OwnUser }) => {
  const fact = languageFact(user)
  return fact && <Fact name={fact.label}>{fact.name}</Fact>
}

const formatPublicFields = (fields: OwnUser['publicFields']): string =>
  t('profile.publicFields', {
    bio: fields.includes('bio') ? 'yes' : 'no',
    location: fields.includes('location') ? 'yes' : 'no',
    website: fields.includes('website') ? 'yes' : 'no',
  })

function formatNotifications({ email, push, newsletter }: OwnUser['notifications']): string {
  const on = [
    email && t('common.emailChannel'),
    push && t('profile.push'),
    newsletter && t('profile.newsletter'),
  ].filter((name) => typeof name === 'string')
  return on.length === 0 ? t('profile.none') : on.join(', ')
}
