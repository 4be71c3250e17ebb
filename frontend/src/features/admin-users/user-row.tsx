// A row of the list of users, with their details when it is open.

import type { Person } from '@thirty/contracts/accounts/people-api.ts'
import { StandingStrip } from '../../shared/leaderboard/standing-strip.tsx'
import { ownUserId } from '../../shared/session/session.ts'
import { roleLabels } from '../../shared/team/permissions.tsx'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { Badge, StatusBadge, YouBadge } from '../../shared/ui/display/badge.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { ExpandableCard } from '../../shared/ui/table/expandable-card.tsx'
import type { RowContext, RowDefinition } from '../../shared/ui/table/table-rows.tsx'
import { SessionCount } from './sessions/user-sessions.tsx'
import { UserDetails } from './user-details.tsx'
import { t } from '../../shared/i18n/t.ts'

export const userRow: RowDefinition<Person> = {
  id: (user) => user._id,
  card: (user, context) => <UserCard user={user} {...context} />,
  details: (user, id) => <UserDetails user={user} id={id} />,
}

const UserCard = ({ user, ...context }: RowContext & { user: Person }) => {
  const { _id: id, fullName, createdAt, submissions } = user
  return (
    <ExpandableCard
      {...context}
      lead={<Avatar id={id} name={fullName} image={user.profileImage} size={44} />}
      title={fullName}
      badges={
        <>
          {user.isAdmin && <Badge tone="info">{user.role ? roleLabels[user.role] : t('common.admin')}</Badge>}
          {id === ownUserId() && <YouBadge />}
        </>
      }
      text={user.email}
      chart={!user.isAdmin && <StandingStrip entry={{ name: fullName, days: user.days }} size="s" />}
      facts={
        <>
          <span>
            {createdAt
              ? t.rich('common.joinedOn', { time: () => <Time at={createdAt} exact="date" /> })
              : t('common.noDate')}
          </span>
          <span>{t.rich('common.submissionCount', { count: submissions })}</span>
          <span>
            <StatusBadge status={user.status} />
          </span>
          <span>
            <SessionCount user={user} />
          </span>
        </>
      }
    />
  )
}
