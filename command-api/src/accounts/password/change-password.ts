import type { ChangePasswordRequest } from '@thirty/contracts/api/accounts/accounts.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { isCausedBy, type CommandContext } from '../../idempotency.ts'
import { refuseCommonPassword } from './common-password.ts'
import { credentialsFold, passwordHash } from './credentials.ts'
import {
  stepContext,
  setNewPassword,
  type SetPasswordDeps,
  type PasswordChangeResult,
} from './set-new-password.ts'
import { credentialsStream } from '../streams.ts'

const field = 'newPassword'

/**
 * Changes the password of somebody who knows the present one. The same command again is answered as the first time.
 * Throws `wrong-credentials`, `no-password`, `invalid-fields`, and what `setNewPassword` throws.
 */
export async function changePassword(
  deps: SetPasswordDeps,
  change: ChangePasswordRequest & { user: string; context: CommandContext },
): Promise<PasswordChangeResult> {
  const { user, currentPassword, newPassword, context } = change
  refuseCommonPassword(newPassword, field)
  const { state, events } = await deps.commands.load(credentialsStream(user), credentialsFold)
  const wanted = { user, password: newPassword, context, field }
  const { command } = stepContext(context, 'password')
  const isDone = events.some(({ metadata }) => isCausedBy(command, metadata.causation))
  if (isDone) return setNewPassword(deps, wanted)

  const known = passwordHash(state)
  if (known === undefined)
    refuse('no-password', 'This account has no password yet. Please ask for one by e-mail.')
  if (!(await deps.passwords.matches(currentPassword, known))) {
    const message = 'The current password is wrong'
    refuse('wrong-credentials', message, { currentPassword: message })
  }
  if (currentPassword === newPassword) {
    const message = 'The new password must be another one'
    refuse('invalid-fields', message, { [field]: message })
  }
  return setNewPassword(deps, { ...wanted, expected: { hash: known, onMismatch: refuseChanged } })
}

function refuseChanged(): never {
  refuse('conflict', 'The password was changed at the same moment. Please try again.')
}
