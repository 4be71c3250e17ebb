// The event of failed attempts to log in or to confirm who one is, which only the audit shows.

import { z } from 'zod'
import { event, unread, type EventOf } from '../events/event-definition.ts'

/** What was tried: at a login, or by somebody in an open session who had to prove again who they are. */
export const attemptKinds = ['password', 'second-factor', 'confirmation'] as const
export type AttemptKind = (typeof attemptKinds)[number]

/**
 * Streams `attempts-<user>-<date>`: failed attempts at an account, in aggregate. `count` and `networks`: how many since `since` (ISO
 * time), as far as one process has seen them, and from how many networks. `lockedSeconds`: for how long further ones are refused.
 */
export const attemptEvents = {
  AttemptsFailed: event(
    {
      user: z.string(),
      kind: z.enum(attemptKinds),
      count: z.int(),
      networks: z.int(),
      since: z.string(),
      lockedSeconds: z.int().optional(),
    },
    unread,
    {
      action: ['attempts-failed', 'Failed login attempts'],
      about: 'user',
      says: {
        wrongPasswords: 'Wrong passwords for {subject}: {count}, from networks: {networks}',
        wrongFactors: 'Wrong second factors for {subject}: {count}, from networks: {networks}',
        wrongConfirmations: 'Wrong confirmations in a session of {subject}: {count}',
      },
    },
  ),
}
export type AttemptEvent = EventOf<typeof attemptEvents>
