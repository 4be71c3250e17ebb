import { adminEvents, type AdminEvent } from '@thirty/contracts/events/user.ts'
import { operatorId } from '@thirty/contracts/rules/operator.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Fold } from '../../fold.ts'
import type { Commands } from '../../handle.ts'
import type { CommandContext } from '../../idempotency.ts'
import { loadAccount } from '../load-account.ts'
import { adminsStream } from '../streams.ts'

/** Membership of users in the admin list, which is kept so that the last active admin cannot leave. */
export type Admins = ReadonlyMap<string, 'in' | 'out'>

export const adminsFold: Fold<Admins, AdminEvent> = {
  events: adminEvents,
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

export const addAdmin = (admins: Admins, user: string): AdminEvent[] =>
  admins.get(user) === 'in' ? [] : [{ type: 'AdminJoined', data: { user } }]

/**
 * Removes an admin from the list. Throws `last-admin` if no active admin would remain. `by` is the admin who runs the
 * command, and counts as remaining even without an entry, because older releases added none; an operator does not count.
 * `otherActiveAdmin` was active when the command began.
 */
export function removeAdmin(
  admins: Admins,
  { user, by, otherActiveAdmin }: { user: string; by: string; otherActiveAdmin: string | undefined },
): AdminEvent[] {
  if (admins.get(user) === 'out') return []
  const otherRemains =
    otherActiveAdmin !== undefined && otherActiveAdmin !== user && admins.get(otherActiveAdmin) === 'in'
  const callerRemains = by !== user && by !== operatorId && admins.get(by) !== 'out'
  if (!otherRemains && !callerRemains) refuse('last-admin', 'The last active admin has to stay.')
  return [{ type: 'AdminLeft', data: { user } }]
}

/** Adds an admin to the list. */
export const joinAdminList = (commands: Commands, user: string, context: CommandContext) =>
  commands.handle({
    ...adminsFold,
    stream: adminsStream,
    context,
    decide: (admins) => addAdmin(admins, user),
  })

/** Removes an admin from the list. Must be called before the admin loses any right. Throws `last-admin`. */
export async function leaveAdminList(
  commands: Commands,
  removal: { user: string; by: string },
  context: CommandContext,
) {
  const otherActiveAdmin = await findOtherActiveAdmin(commands, removal.user)
  const decide = (admins: Admins) => removeAdmin(admins, { ...removal, otherActiveAdmin })
  return commands.handle({ ...adminsFold, stream: adminsStream, context, decide })
}

/**
 * Returns an active admin other than `user`. The list alone is not sufficient: an admin who was added again during a
 * deactivation or deletion is on the list without being active.
 */
async function findOtherActiveAdmin(commands: Commands, user: string): Promise<string | undefined> {
  const { state: admins } = await commands.load(adminsStream, adminsFold)
  for (const [id, membership] of admins)
    if (membership === 'in' && id !== user && (await loadAccount(commands, id))?.status === 'active')
      return id
  return undefined
}
