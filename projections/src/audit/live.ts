import { rooms } from '@thirty/contracts/live/live.ts'
import type { LiveUpdate } from '../live-update.ts'

/** Tells admins that the audit has new entries. Clients ask for them, because only the server knows which match a filter. */
export const auditUpdates = (): readonly LiveUpdate[] => [
  { room: rooms.admins, message: 'audit.changed', build: () => ({}) },
]
