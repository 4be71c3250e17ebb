// Loads and changes the team, the stream `admins` with the admins, their roles and their invitations: it is one stream, so that the last
// active owner cannot leave. Also finds the role of an account, and the active admins with a permission. `decide.ts` has the rules, and
// `contracts/src/team/team.ts` the fold.

import { adminEvents, type AdminEvent } from '@thirty/contracts/team/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { hasPermission, type Permission } from '@thirty/contracts/team/permissions.ts'
import { emptyTeam, evolveTeam, roleIn, type Team } from '@thirty/contracts/team/team.ts'
import { adminsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Fold, Commands } from '../../fold.ts'
import { stepContext, type CommandContext } from '../../idempotency.ts'
import { type Account, loadAccount } from '../account.ts'
import { addAdmin, removeAdmin } from './decide.ts'

export const teamFold: Fold<Team, AdminEvent> = {
  events: adminEvents,
  initial: emptyTeam,
  evolve: evolveTeam,
}

export const loadTeam = async (commands: Pick<Commands, 'load'>): Promise<Team> =>
  (await commands.load(adminsStream, teamFold)).state

/** Decides in the stream of the admins: about their list, or about their invitations. */
export const changeTeam = (
  commands: Pick<Commands, 'handle'>,
  context: CommandContext,
  decide: (team: Team) => readonly AdminEvent[],
) => commands.handle({ ...teamFold, stream: adminsStream, context, decide })

/** Returns the current role of an account; null for a participant. */
export async function loadRole(
  commands: Pick<Commands, 'load'>,
  id: string,
  account: Pick<Account, 'isAdmin' | 'registeredRole'>,
): Promise<AdminRole | null> {
  if (!account.isAdmin) return null
  const team = await loadTeam(commands)
  return roleIn(team, id, account.registeredRole)
}

/** Adds an admin to the list. */
export const joinAdminList = (commands: Commands, user: string, context: CommandContext, role?: AdminRole) =>
  changeTeam(commands, context, (team) => addAdmin(team, user, role))

/**
 * Adds an active admin whose entry is missing, because their sign-up was interrupted or an earlier release added none. Call it before
 * `by` decides about the team: nobody does without an entry.
 */
export async function ensureListed(commands: Commands, by: string, context: CommandContext): Promise<void> {
  if (by === operatorId) return
  const team = await loadTeam(commands)
  if (team.members.has(by)) return
  const account = await loadAccount(commands, by)
  if (account?.isAdmin !== true || account.status !== 'active') return
  await changeTeam(commands, stepContext(context, 'ensure-listed'), (now) =>
    now.members.has(by) ? [] : addAdmin(now, by, account.registeredRole),
  )
}

/** Removes an admin from the list. Must be called before the admin loses any right. Throws `last-admin`, `not-allowed`. */
export async function leaveAdminList(
  commands: Commands,
  { user, account, by }: { user: string; account: Account; by: string },
  context: CommandContext,
) {
  if (by !== user) await ensureListed(commands, by, context)
  const otherActiveOwner = await findOtherActiveOwner(commands, user)
  const loss = { user, registered: account.registeredRole, by, otherActiveOwner }
  return changeTeam(commands, context, (team) => removeAdmin(team, loss))
}

/** Returns an active owner on the list other than `user`. */
export async function findOtherActiveOwner(commands: Commands, user: string): Promise<string | undefined> {
  for await (const { id, membership } of activeAdmins(commands, 'manage-team'))
    if (membership === 'in' && id !== user) return id
  return undefined
}

/**
 * Yields the active admins whose role has a permission. The list alone is not sufficient: an admin who was added again during a
 * deactivation or deletion is on the list without being active.
 */
export async function* activeAdmins(commands: Pick<Commands, 'load'>, permission: Permission) {
  const team = await loadTeam(commands)
  for (const [id, { membership }] of team.members) {
    if (membership === 'out') continue
    const account = await loadAccount(commands, id)
    if (account?.isAdmin !== true || account.status !== 'active') continue
    if (hasPermission(roleIn(team, id, account.registeredRole), permission)) yield { id, membership, account }
  }
}
