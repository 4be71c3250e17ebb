// Handler by which admins activate and deactivate accounts.

import { peopleEndpoints } from '@thirty/contracts/accounts/people-api.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../../handle.ts'
import { stepContext, type CommandContext } from '../../idempotency.ts'
import type { Parts } from '../../parts.ts'
import { joinAdminList, leaveAdminList } from '../admins/admin-list.ts'
import { isAccount, noUser } from '../evolve.ts'
import { loadAccount, users } from '../load-account.ts'
import { setStatus, type SetStatus } from './decide.ts'
import { requirePermission } from '../../require-permission.ts'

export const userStatusHandlers = ({ commands, steps, requireConfirmation }: Parts): Endpoint[] => [
  steps(peopleEndpoints.setStatus, 'set-status', async ({ params, body, caller, request }, context) => {
    const requireRights = () => {
      requirePermission(caller.role, 'manage-team')
      requireConfirmation(request)
    }
    const change = { user: params.userId, status: body.status, by: caller.id }
    const position = await setUserStatus(commands, { ...change, requireRights, context })
    return { message: 'Status changed', position }
  }),
]

/** `requireRights` throws if the caller may not change the account of an admin. */
type SetStatusOptions = SetStatus & { requireRights: () => void; context: CommandContext }

/**
 * Changes the status of an account and returns the log position. An admin is removed from the admin list before the
 * deactivation and added after the activation: if the process ends in between, at least one active owner remains.
 * Throws `user-not-found`, `own-account`, `last-admin`, and what `requireRights` throws.
 */
export async function setUserStatus(
  commands: Commands,
  { requireRights, context, ...change }: SetStatusOptions,
): Promise<bigint> {
  const { user, status, by } = change
  const before = (await loadAccount(commands, user)) ?? noUser
  // Throws before anything is written.
  setStatus(before, change)
  const admin = isAccount(before) && before.isAdmin ? before : undefined
  if (admin) requireRights()
  if (admin && status !== 'active')
    await leaveAdminList(commands, { user, account: admin, by }, stepContext(context, 'leave'))
  const { position } = await users.change(commands, user, context, (state) => setStatus(state, change))
  if (admin && status === 'active') await joinAdminList(commands, user, stepContext(context, 'join'))
  return position
}
