import type { UserEvent } from '@thirty/contracts/events/user.ts'
import type { Recorded } from '@thirty/command-api/fold.ts'

export const monday = '2026-03-02T08:00:00.000Z'

/** An event of Monday morning. */
export const recorded = <Event extends { type: string; data: unknown }>(
  event: Event,
  at = monday,
): Recorded<Event> => ({
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
