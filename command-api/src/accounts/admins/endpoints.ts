import { peopleEndpoints } from '@thirty/contracts/api/accounts/people.ts'
import { operationEndpoints } from '@thirty/contracts/api/admin/operations.ts'
import { teamEndpoints } from '@thirty/contracts/api/admin/team.ts'
import { hasPermission } from '@thirty/contracts/rules/permissions.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../../handle.ts'
import { commandContext } from '../../idempotency.ts'
import type { WaitForProjections } from '../../wait-for-projections.ts'
import { setRole } from './change-role.ts'
import { makeAdmin } from './make-admin.ts'
import { requireConfirmation, type ConfirmationDeps } from '../two-factor/confirmation.ts'
import { setUserStatus } from './set-user-status.ts'

export type UserStatusDeps = ConfirmationDeps & {
  commands: Commands
  waitForProjections: WaitForProjections
}

/** Handlers by which admins activate and deactivate accounts, owners change roles, and operators make admins. */
export function userStatusHandlers(deps: UserStatusDeps): Endpoint[] {
  const { commands, waitForProjections } = deps
  return [
    endpoint(peopleEndpoints.setStatus)(async (request) => {
      const position = await setUserStatus(commands, {
        user: request.params.userId,
        status: request.body.status,
        by: request.caller.id,
        managesTeam: hasPermission(request.caller.role, 'manage-team'),
        requireConfirmation: () => requireConfirmation(deps, request.request),
        context: commandContext(request, request.caller.id, 'set-status'),
      })
      return { success: true, message: 'Status changed', ...(await waitForProjections(position)) }
    }),
    endpoint(teamEndpoints.setRole)(async (request) => {
      const position = await setRole(commands, {
        user: request.params.userId,
        role: request.body.role,
        by: request.caller.id,
        context: commandContext(request, request.caller.id, 'set-role'),
      })
      return { success: true, message: 'Role changed', ...(await waitForProjections(position)) }
    }),
    endpoint(operationEndpoints.makeAdmin)(async (request) => {
      const context = commandContext(request, request.caller.id, 'make-admin')
      const position = await makeAdmin(commands, request.params.userId, context)
      return { success: true, message: 'Made an admin', ...(await waitForProjections(position)) }
    }),
  ]
}
