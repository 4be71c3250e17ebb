import type { AdminEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Commands } from '../handle.ts'
import type { Asker } from '../idempotency.ts'
import type { Fold } from '../fold.ts'
import { adminsStream } from './streams.ts'

/** Who may act as an admin, and who may no longer. */
export type Admins = ReadonlyMap<string, 'in' | 'out'>

export const adminsFold: Fold<Admins, AdminEvent> = {
  initial: new Map(),
  evolve: (admins, event) => {
    switch (event.type) {
      case 'AdminJoined':
        return new Map(admins).set(event.data.user, 'in')
      case 'AdminLeft':
        return new Map(admins).set(event.data.user, 'out')
      default:
        return admins
    }
  },
}

export const joins = (admins: Admins, user: string): AdminEvent[] =>
  admins.get(user) === 'in' ? [] : [{ type: 'AdminJoined', data: { user } }]

/**
 * Lets an admin go, but never the last one. `by`: the admin who asks for it; one who is on no list yet, made by an older
 * release, counts as one who stays.
 */
export function leaves(admins: Admins, { user, by }: { user: string; by: string }): AdminEvent[] {
  if (admins.get(user) === 'out') return []
  const staying = [...admins].some(([id, place]) => place === 'in' && id !== user)
  const isAskerStaying = by !== user && admins.get(by) !== 'out'
  if (!staying && !isAskerStaying) refuse('last-admin', 'The last active admin has to stay.')
  return [{ type: 'AdminLeft', data: { user } }]
}

/** Puts an admin on the list. */
export const joinAdmins = (commands: Commands, user: string, asker: Asker) =>
  commands.handle({
    ...adminsFold,
    stream: adminsStream,
    asker,
    decide: (admins) => joins(admins, user),
  })

/** Takes an admin off the list, before anything is done that ends the admin's rights. Throws `last-admin`. */
export const leaveAdmins = (commands: Commands, who: { user: string; by: string }, asker: Asker) =>
  commands.handle({ ...adminsFold, stream: adminsStream, asker, decide: (admins) => leaves(admins, who) })
