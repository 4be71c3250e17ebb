import type { Person } from '@thirty/contracts/api/accounts/people.ts'
import { ChevronDown } from 'lucide-react'
import { useToday } from '../../shared/challenge/current-day.ts'
import { dayMarks } from '../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../shared/charts/days/heat-strip.tsx'
import { ownUserId } from '../../shared/session/session.ts'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { Badge, StatusBadge, YouBadge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import type { RowContext, RowDefinition } from '../../shared/ui/table/table-types.ts'
import { UserDetails } from './user-details.tsx'
import css from './user-row.module.css'

export const userClasses = { list: css.list, item: css.item }

export const userRow: RowDefinition<Person> = {
  id: (user) => user._id,
  columns: [],
  card: (user, context) => <UserCard user={user} {...context} />,
  details: (user, id) => (
    <div id={id} className={css.details}>
      <UserDetails user={user} />
    </div>
  ),
}

const UserCard = ({ user, isOpen, onToggle, detailsId }: RowContext & { user: Person }) => {
  const { _id: id, fullName, email, createdAt, submissions } = user
  return (
    <Card padding="none" link className={css.line}>
      <Avatar id={id} name={fullName} image={user.profileImage} size={44} />
      <div className={css.who}>
        <h2 className={css.name}>
          <button
            type="button"
            className={css.toggle}
            dir="auto"
            title={fullName}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={onToggle}
          >
            {fullName}
          </button>
          {user.isAdmin && <Badge tone="info">Admin</Badge>}
          {id === ownUserId() && <YouBadge />}
        </h2>
        <p className={css.email} title={email}>
          {email}
        </p>
      </div>
      <span className={css.strip}>{!user.isAdmin && <Strip user={user} />}</span>
      <p className={css.facts}>
        <span>
          {createdAt ? (
            <>
              Joined <Time at={createdAt} exact="date" />
            </>
          ) : (
            'No date'
          )}
        </span>
        <span>
          <b>{submissions.toLocaleString('en')}</b> {submissions === 1 ? 'submission' : 'submissions'}
        </span>
        <span>
          <StatusBadge status={user.status} />
        </span>
      </p>
      <ChevronDown aria-hidden="true" className={css.arrow} size={18} />
    </Card>
  )
}

const Strip = ({ user: { days, fullName } }: { user: Person }) => (
  <HeatStrip days={dayMarks(days, useToday())} size="s" personName={fullName} />
)
