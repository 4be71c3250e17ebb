// Changes the password of a user who knows the current one.

import type { ChangePasswordRequest } from '@thirty/contracts/accounts/api.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { causedOneOf, stepContext, type CommandContext } from '../../idempotency.ts'
import { refuseCommonPassword } from './common-password.ts'
import { credentialsStream, credentialsFold, passwordHash, requirePassword } from './credentials.ts'
import { preparePassword } from './prepared-password.ts'
import { setNewPassword, type SetPasswordParts, type PasswordChangeResult } from './set-new-password.ts'

/**
 * Repeating the same command returns the same result. Throws `wrong-credentials`, `no-password`, `invalid-fields`, and what
 * `setNewPassword` throws.
 */
export async function changePassword(
  deps: SetPasswordParts,
  request: ChangePasswordRequest & { user: string; context: CommandContext },
): Promise<PasswordChangeResult> {
  const { user, currentPassword, newPassword, context } = request
  refuseCommonPassword(newPassword, 'newPassword')
  const { state, events } = await deps.commands.load(credentialsStream(user), credentialsFold)
  const change = { user, password: newPassword, context }
  if (causedOneOf(stepContext(context, 'password'), events)) return setNewPassword(deps, change)

  const current = { password: currentPassword, field: 'currentPassword', said: say('currentPasswordWrong') }
  await requirePassword(deps.passwords, state, current)
  if (preparePassword(currentPassword) === preparePassword(newPassword))
    refuseField('newPassword', say('newPasswordSame'))
  return setNewPassword(deps, {
    ...change,
    requireUnchanged: (now) => {
      if (passwordHash(now) !== passwordHash(state)) refuse('conflict', say('passwordChanged'))
    },
  })
}
