import type { OwnUser } from '@thirty/contracts/api/accounts/accounts.ts'
import { CircleCheck, Clock, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { useFocusWhenShown } from '../../shared/ui/move-focus.ts'
import { languageFact } from './language/language-choices.ts'
import { t } from './messages/t.ts'
import css from './profile-screen.module.css'

const themes = { light: t('light'), dark: t('dark'), system: t('system') }

type ProfileDetailsProps = {
  user: OwnUser
  /** Moves the focus here, because the form with the button that was pressed is gone. */
  focusesHeading: boolean
  onEdit: () => void
}

/** The profile and the settings, to read. */
export const ProfileDetails = ({ user, focusesHeading, onEdit }: ProfileDetailsProps) => {
  const Heading = user.isAdmin ? 'h2' : 'h1'
  return (
    <Card as="section" padding="large" aria-labelledby="profile-title">
      <div className={css.head}>
        <Heading id="profile-title" ref={useFocusWhenShown(focusesHeading)} tabIndex={-1}>
          {t('profile')}
        </Heading>
        <Button icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
          {t('editProfile')}
        </Button>
      </div>
      <dl className={css.facts}>
        <Fact name={t('fullName')}>{user.fullName}</Fact>
        <Fact name={t('username')}>{user.username ?? ''}</Fact>
        {!user.isAdmin && <Fact name={t('location')}>{user.location}</Fact>}
        {!user.isAdmin && <Fact name={t('website')}>{user.website}</Fact>}
        <Fact name={t('email')}>
          <span>{user.email}</span>{' '}
          {user.emailConfirmed ? (
            <Badge tone="success" icon={<CircleCheck />}>
              {t('confirmed')}
            </Badge>
          ) : (
            <Badge tone="warning" icon={<Clock />}>
              {t('notConfirmed')}
            </Badge>
          )}
        </Fact>
        <Fact name={t('memberSince')}>
          <Time at={user.createdAt} exact="date" />
        </Fact>
        {!user.isAdmin && (
          <>
            <Fact name={t('bio')} wide>
              {user.bio}
            </Fact>
            <Fact name={t('onPublicProfile')} wide>
              {formatPublicFields(user.publicFields)}
            </Fact>
          </>
        )}
        <Fact name={t('theme')}>{themes[user.theme]}</Fact>
        <LanguageSetting user={user} />
        {!user.isAdmin && <Fact name={t('notifications')}>{formatNotifications(user.notifications)}</Fact>}
      </dl>
    </Card>
  )
}

const Fact = ({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? css.wide : undefined}>
    <dt>{name}</dt>
    <dd>{children === '' ? t('notGiven') : children}</dd>
  </div>
)

const LanguageSetting = ({ user }: { user: OwnUser }) => {
  const fact = languageFact(user)
  return fact && <Fact name={fact.label}>{fact.name}</Fact>
}

const formatPublicFields = (fields: OwnUser['publicFields']): string =>
  t('publicFields', {
    bio: fields.includes('bio') ? 'yes' : 'no',
    location: fields.includes('location') ? 'yes' : 'no',
    website: fields.includes('website') ? 'yes' : 'no',
  })

function formatNotifications({ email, push, newsletter }: OwnUser['notifications']): string {
  const on = [email && t('byEmail'), push && t('push'), newsletter && t('newsletter')].filter(
    (name) => typeof name === 'string',
  )
  return on.length === 0 ? t('none') : on.join(', ')
}
