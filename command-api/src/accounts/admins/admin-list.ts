import { adminEvents, type AdminEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Commands } from '../../handle.ts'
import type { CommandContext } from '../../idempotency.ts'
import type { Fold } from '../../fold.ts'
import { isDeleted } from '../deletion/deletion.ts'
import { isAccount } from '../evolve.ts'
import { userFold } from '../names/reserve-names.ts'
import { adminsStream, userStream } from '../streams.ts'

/** Who may act as an admin, and who may no longer. */
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
 * Lets an admin go, but never the last one. `by`: the admin who asks for it; one who is on no list yet, made by an older
 * release, counts as one who stays. `acting`: another one, who was seen to be active.
 */
export function removeAdmin(
  admins: Admins,
  { user, by, acting }: { user: string; by: string; acting: string | undefined },
): AdminEvent[] {
  if (admins.get(user) === 'out') return []
  const staying = acting !== undefined && acting !== user && admins.get(acting) === 'in'
  const isAskerStaying = by !== user && admins.get(by) !== 'out'
  if (!staying && !isAskerStaying) refuse('last-admin', 'The last active admin has to stay.')
  return [{ type: 'AdminLeft', data: { user } }]
}

/** Puts an admin on the list. */
export const joinAdminList = (commands: Commands, user: string, context: CommandContext) =>
  commands.handle({
    ...adminsFold,
    stream: adminsStream,
    context,
    decide: (admins) => addAdmin(admins, user),
  })

/** Takes an admin off the list, before anything is done that ends the admin's rights. Throws `last-admin`. */
export async function leaveAdminList(
  commands: Commands,
  who: { user: string; by: string },
  context: CommandContext,
) {
  const acting = await findOtherActiveAdmin(commands, who.user)
  const decide = (admins: Admins) => removeAdmin(admins, { ...who, acting })
  return commands.handle({ ...adminsFold, stream: adminsStream, context, decide })
}

/**
 * An admin on the list, other than this one, who is active. The list alone does not tell: whoever is put back on it
 * while being switched off, or while leaving, stands there and can do nothing.
 */
async function findOtherActiveAdmin(commands: Commands, user: string): Promise<string | undefined> {
  const { state: admins } = await commands.load(adminsStream, adminsFold)
  for (const [id, place] of admins)
    if (place === 'in' && id !== user && (await isActive(commands, id))) return id
  return undefined
}

async function isActive(commands: Commands, id: string): Promise<boolean> {
  const { state } = await commands.load(userStream(id), userFold)
  return isAccount(state) && state.status === 'active' && !(await isDeleted(commands, id))
}
