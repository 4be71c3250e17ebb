import type { OwnUser } from '@thirty/contracts/api/accounts/accounts.ts'
import { CircleCheck, Clock, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { useFocusWhenShown } from '../../shared/ui/move-focus.ts'
import css from './profile-screen.module.css'

const themes = { light: 'Light', dark: 'Dark', system: 'System' } as const

type ProfileDetailsProps = {
  user: OwnUser
  /** Moves the focus here, because the form with the button that was pressed is gone. */
  focusesHeading: boolean
  onEdit: () => void
}

/** The profile and the settings, to read. */
export const ProfileDetails = ({ user, focusesHeading, onEdit }: ProfileDetailsProps) => (
  <Card as="section" padding="large" aria-labelledby="profile-title">
    <div className={css.head}>
      <h1 id="profile-title" ref={useFocusWhenShown(focusesHeading)} tabIndex={-1}>
        Profile
      </h1>
      <Button icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
        Edit profile
      </Button>
    </div>
    <dl className={css.facts}>
      <Fact name="Full name">{user.fullName}</Fact>
      <Fact name="Username">{user.username ?? ''}</Fact>
      <Fact name="Location">{user.location}</Fact>
      <Fact name="Website">{user.website}</Fact>
      <Fact name="Email">
        {user.email}{' '}
        {user.emailConfirmed ? (
          <Badge tone="success" icon={<CircleCheck />}>
            Confirmed
          </Badge>
        ) : (
          <Badge tone="warning" icon={<Clock />}>
            Not confirmed
          </Badge>
        )}
      </Fact>
      <Fact name="Member since">
        <Time at={user.createdAt} exact="date" />
      </Fact>
      <Fact name="Bio" wide>
        {user.bio}
      </Fact>
      <Fact name="On my public profile" wide>
        {formatPublicFields(user.publicFields)}
      </Fact>
      <Fact name="Theme">{themes[user.theme]}</Fact>
      <Fact name="Notifications">{formatNotifications(user.notifications)}</Fact>
    </dl>
  </Card>
)

const Fact = ({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? css.wide : undefined}>
    <dt>{name}</dt>
    <dd>{children === '' ? 'Not given' : children}</dd>
  </div>
)

const formatPublicFields = (fields: OwnUser['publicFields']): string =>
  `Name, username, image${fields.map((field) => `, ${field}`).join('')}`

function formatNotifications({ email, push, newsletter }: OwnUser['notifications']): string {
  const on = [email && 'Email', push && 'Push', newsletter && 'Newsletter'].filter(
    (name) => typeof name === 'string',
  )
  return on.length === 0 ? 'None' : on.join(', ')
}
