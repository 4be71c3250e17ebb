import { peopleEndpoints } from '@thirty/contracts/api/accounts/people.ts'
import { operationEndpoints } from '@thirty/contracts/api/admin/operations.ts'
import { teamEndpoints } from '@thirty/contracts/api/admin/team.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { hasPermission } from '@thirty/contracts/rules/permissions.ts'
import { adminsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { commandEndpoints } from '../../command.ts'
import { commandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { loadAccount } from '../load-account.ts'
import { requireConfirmation, type ConfirmationParts } from '../two-factor/confirmation.ts'
import { ensureListed, findOtherActiveOwner, teamFold } from './admin-list.ts'
import { changeRole } from './decide.ts'
import { makeAdmin } from './make-admin.ts'
import { setUserStatus } from './set-user-status.ts'

/** Handlers by which admins activate and deactivate accounts, owners change roles, and operators make admins. */
export function userStatusHandlers(
  parts: ConfirmationParts & With<'commands' | 'waitForProjections'>,
): Endpoint[] {
  const { commands, waitForProjections } = parts
  return [
    endpoint(peopleEndpoints.setStatus)(async (request) => {
      const position = await setUserStatus(commands, {
        user: request.params.userId,
        status: request.body.status,
        by: request.caller.id,
        managesTeam: hasPermission(request.caller.role, 'manage-team'),
        requireConfirmation: () => requireConfirmation(parts, request.request),
        context: commandContext(request, request.caller.id, 'set-status'),
      })
      return { success: true, message: 'Status changed', ...(await waitForProjections(position)) }
    }),
    // One event of one stream, so it happens whole or not at all.
    commandEndpoints(parts)(teamEndpoints.setRole, 'set-role', teamFold, async (request, context) => {
      const user = request.params.userId
      const by = request.caller.id
      const account = await loadAccount(commands, user)
      if (account?.isAdmin !== true) refuse('user-not-found', 'Admin not found')
      await ensureListed(commands, by, context)
      const otherActiveOwner = await findOtherActiveOwner(commands, user)
      const loss = { user, registered: account.registeredRole, by, otherActiveOwner }
      return {
        stream: adminsStream,
        decide: (team) => changeRole(team, { ...loss, to: request.body.role }),
        answer: () => ({ message: 'Role changed' }),
      }
    }),
    endpoint(operationEndpoints.makeAdmin)(async (request) => {
      const context = commandContext(request, request.caller.id, 'make-admin')
      const position = await makeAdmin(commands, request.params.userId, context)
      return { success: true, message: 'Made an admin', ...(await waitForProjections(position)) }
    }),
  ]
}
