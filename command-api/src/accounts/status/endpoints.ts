// Handler by which admins activate and deactivate accounts.

import { peopleEndpoints } from '@thirty/contracts/accounts/people-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { hasPermission, permissionRefusal } from '@thirty/contracts/team/permissions.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { stepEndpoints } from '../../command.ts'
import type { Commands } from '../../handle.ts'
import { stepContext, type CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { joinAdminList, leaveAdminList } from '../admins/admin-list.ts'
import { isAccount, noUser } from '../evolve.ts'
import { loadAccount, changeUser } from '../load-account.ts'
import { requireConfirmation, type ConfirmationParts } from '../two-factor/confirmation.ts'
import { setStatus, type SetStatus } from './decide.ts'

export function userStatusHandlers(
  parts: ConfirmationParts & With<'commands' | 'waitForProjections'>,
): Endpoint[] {
  const { commands } = parts
  return [
    stepEndpoints(parts)(
      peopleEndpoints.setStatus,
      'set-status',
      async ({ params, body, caller, request }, context) => {
        const position = await setUserStatus(commands, {
          user: params.userId,
          status: body.status,
          by: caller.id,
          managesTeam: hasPermission(caller.role, 'manage-team'),
          requireConfirmation: () => requireConfirmation(parts, request),
          context,
        })
        return { message: 'Status changed', position }
      },
    ),
  ]
}

/** `managesTeam`: whether the caller may change the accounts of admins, for which `requireConfirmation` is called. */
type SetStatusOptions = SetStatus & {
  managesTeam: boolean
  requireConfirmation: () => void
  context: CommandContext
}

/**
 * Changes the status of an account and returns the log position. An admin is removed from the admin list before the
 * deactivation and added after the activation: if the process ends in between, at least one active owner remains.
 * Throws `user-not-found`, `own-account`, `last-admin`, `not-allowed`, and what `requireConfirmation` throws.
 */
export async function setUserStatus(
  commands: Commands,
  { managesTeam, requireConfirmation, context, ...change }: SetStatusOptions,
): Promise<bigint> {
  const { user, status, by } = change
  const before = (await loadAccount(commands, user)) ?? noUser
  // Throws before anything is written.
  setStatus(before, change)
  const admin = isAccount(before) && before.isAdmin ? before : undefined
  if (admin && !managesTeam) refuse('not-allowed', permissionRefusal('manage-team'))
  if (admin) requireConfirmation()
  if (admin && status !== 'active')
    await leaveAdminList(commands, { user, account: admin, by }, stepContext(context, 'leave'))
  const { position } = await changeUser(commands, user, context, (state) => setStatus(state, change))
  if (admin && status === 'active') await joinAdminList(commands, user, stepContext(context, 'join'))
  return position
}
