import { rooms } from '@thirty/contracts/live/live.ts'
import type { LiveUpdate } from '../live-update.ts'

/** Tells admins that the team has changed. Clients ask for it, because only owners may read the invitations. */
export const teamUpdates = (): readonly LiveUpdate[] => [
  { room: rooms.admins, message: 'team.changed', build: () => ({}) },
]
