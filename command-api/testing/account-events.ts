import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import type { AdminEvent } from '@thirty/contracts/team/events.ts'
import type { AnyEvent, Recorded } from '../src/fold.ts'
import { users } from '@thirty/command-api/accounts/account.ts'
import { decidersOf, type Folding } from './decider-spec.ts'

export const monday = '2026-03-02T08:00:00.000Z'

/** Returns an event as it is in the log, of Monday morning. */
export const recorded = <Event extends AnyEvent>(event: Event, at = monday): Recorded<Event> => ({
  ...event,
  id: 'event',
  at,
  position: 1n,
  metadata: { correlation: 'request-1' },
})

/** Like `deciderSpec`, with an `evolve` that needs recorded events: the given events are recorded on Monday morning. */
export const recordedDeciderSpec = <State, Event extends AnyEvent>({
  initial,
  evolve,
}: Folding<State, Recorded<Event>>) =>
  decidersOf((events: readonly Event[]) => events.map((event) => recorded(event)).reduce(evolve, initial))

/** One rule about the decisions in the stream of a user. */
export const { rule: userRule } = recordedDeciderSpec(users)

export const ana = {
  fullName: 'Ana Núñez',
  username: 'Ana_N',
  email: 'Ana@Example.org',
  role: 'participant',
} as const
export const anaRegistered: UserEvent = { type: 'UserRegistered', data: ana }
export const deactivated: UserEvent = { type: 'UserStatusChanged', data: { status: 'inactive' } }

/** Events of the team of admins. */
export const adminJoined = (user: string, role?: AdminRole): AdminEvent => ({
  type: 'AdminJoined',
  data: { user, ...(role !== undefined && { role }) },
})
export const adminLeft = (user: string): AdminEvent => ({ type: 'AdminLeft', data: { user } })
export const roleChanged = (user: string, from: AdminRole, to: AdminRole): AdminEvent => ({
  type: 'AdminRoleChanged',
  data: { user, from, to },
})
