import type { UserEvent } from '@thirty/contracts/events/user.ts'
import type { Past } from '../fold.ts'

export const monday = '2026-03-02T08:00:00.000Z'

/** An event of Monday morning. */
export const past = <Event extends { type: string; data: unknown }>(
  event: Event,
  at = monday,
): Past<Event> => ({
  ...event,
  at,
  position: 1n,
  metadata: { correlation: 'request-1' },
})

export const ana = {
  fullName: 'Ana Núñez',
  username: 'Ana_N',
  email: 'Ana@Example.org',
  role: 'participant',
} as const
export const anaRegistered: UserEvent = { type: 'UserRegistered', data: ana }
export const deactivated: UserEvent = { type: 'UserStatusChanged', data: { status: 'inactive' } }
