import type { ChangePasswordRequest } from '@thirty/contracts/api/accounts/accounts.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { isCausedBy, stepContext, type CommandContext } from '../../idempotency.ts'
import { credentialsStream, credentialsFold, passwordHash } from './credentials.ts'
import { refuseCommonPassword } from './common-password.ts'
import { preparePassword } from './prepared-password.ts'
import { setNewPassword, type PasswordChangeResult, type SetPasswordParts } from './set-new-password.ts'

const field = 'newPassword'

/**
 * Changes the password of a user who knows the current one. Repeating the same command returns the same result.
 * Throws `wrong-credentials`, `no-password`, `invalid-fields`, and what `setNewPassword` throws.
 */
export async function changePassword(
  deps: SetPasswordParts,
  {
    user,
    currentPassword,
    newPassword,
    context,
  }: ChangePasswordRequest & { user: string; context: CommandContext },
): Promise<PasswordChangeResult> {
  refuseCommonPassword(newPassword, field)
  const { state, events } = await deps.commands.load(credentialsStream(user), credentialsFold)
  const change = { user, password: newPassword, context, field }
  const { command } = stepContext(context, 'password')
  const isRetry = events.some(({ metadata }) => isCausedBy(command, metadata.causation))
  if (isRetry) return setNewPassword(deps, change)

  const currentHash = passwordHash(state)
  if (currentHash === undefined)
    refuse(
      'no-password',
      'This account has no password yet. Set one with “Forgot password?” on the login page.',
    )
  if (!(await deps.passwords.matches(currentPassword, currentHash))) {
    const message = 'The current password is wrong'
    refuse('wrong-credentials', message, { currentPassword: message })
  }
  if (preparePassword(currentPassword) === preparePassword(newPassword)) {
    const message = 'The new password must be different from the current one'
    refuse('invalid-fields', message, { [field]: message })
  }
  return setNewPassword(deps, {
    ...change,
    expected: { hash: currentHash, onMismatch: refuseConcurrentChange },
  })
}

function refuseConcurrentChange(): never {
  refuse('conflict', 'Your password was changed at the same time. Please try again.')
}
