// Handlers by which owners change roles, and operators make a user an owner (`makeAdmin`). Admins leave the list in `status/` and
// `deletion/`; they are invited in `admin-invitations/`.

import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import { teamEndpoints } from '@thirty/contracts/team/api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { adminsStream } from '@thirty/contracts/events/stream-names.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../../handle.ts'
import { stepContext, type CommandContext } from '../../idempotency.ts'
import type { Parts } from '../../parts.ts'
import { noUser } from '../evolve.ts'
import { loadAccount, users } from '../load-account.ts'
import { ensureListed, findOtherActiveOwner, teamFold, joinAdminList } from './admin-list.ts'
import { changeRole, grantAdminRights } from './decide.ts'

export const adminHandlers = ({ commands, command, steps }: Parts): Endpoint[] => [
  // One event of one stream, so it happens whole or not at all.
  command(teamEndpoints.setRole, 'set-role', teamFold, async (request, context) => {
    const user = request.params.userId
    const by = request.caller.id
    const account = await loadAccount(commands, user)
    if (account?.isAdmin !== true) refuse('user-not-found', say('noSuchAdmin'))
    await ensureListed(commands, by, context)
    const otherActiveOwner = await findOtherActiveOwner(commands, user)
    const loss = { user, registered: account.registeredRole, by, otherActiveOwner }
    return {
      stream: adminsStream,
      decide: (team) => changeRole(team, { ...loss, to: request.body.role }),
      answer: () => ({ message: 'Role changed' }),
    }
  }),
  steps(operationEndpoints.makeAdmin, 'make-admin', async ({ params }, context) => ({
    message: 'Made an admin',
    position: await makeAdmin(commands, params.userId, context),
  })),
]

/**
 * Makes a user an owner, unless the user is an admin already, and returns the log position. The admin list comes last: if the process ends
 * before, one admin more than the list says is active, and a repeated command completes it. Throws `user-not-found`, `account-inactive`.
 */
export async function makeAdmin(commands: Commands, user: string, context: CommandContext): Promise<bigint> {
  // Also refuses an account whose deletion is recorded, and whose stream may not be erased yet.
  grantAdminRights((await loadAccount(commands, user)) ?? noUser)
  const { position } = await users.change(commands, user, context, grantAdminRights)
  const list = await joinAdminList(commands, user, stepContext(context, 'join'))
  return list.position > position ? list.position : position
}
