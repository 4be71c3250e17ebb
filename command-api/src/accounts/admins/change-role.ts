import type { AdminRole } from '@thirty/contracts/rules/admin-roles.ts'
import { adminsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Commands } from '../../handle.ts'
import type { CommandContext } from '../../idempotency.ts'
import { loadAccount } from '../load-account.ts'
import { ensureListed, findOtherActiveOwner, teamFold } from './admin-list.ts'
import { changeRole } from './decide.ts'

export type SetRole = { user: string; role: AdminRole; by: string }

/**
 * Gives an admin another role and returns the log position. It is one event of one stream, so it happens whole or not at all.
 * Throws `user-not-found`, `last-admin`, `not-allowed`.
 */
export async function setRole(
  commands: Commands,
  { user, role, by, context }: SetRole & { context: CommandContext },
): Promise<bigint> {
  const account = await loadAccount(commands, user)
  if (account?.isAdmin !== true) refuse('user-not-found', 'Admin not found')
  await ensureListed(commands, by, context)
  const otherActiveOwner = await findOtherActiveOwner(commands, user)
  const change = { user, registered: account.registeredRole, by, to: role, otherActiveOwner }
  const { position } = await commands.handle({
    ...teamFold,
    stream: adminsStream,
    context,
    decide: (team) => changeRole(team, change),
  })
  return position
}
