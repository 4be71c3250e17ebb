import type { ChangePasswordRequest } from '@thirty/contracts/api/accounts.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { isCausedBy, type Asker } from '../idempotency.ts'
import { refuseCommonPassword } from './common-password.ts'
import { credentialsFold, hashOf } from './credentials.ts'
import { partOf, setNewPassword, type NewPasswordDeps, type PasswordChanged } from './new-password.ts'
import { credentialsStream } from './streams.ts'

const field = 'newPassword'

/**
 * Changes the password of somebody who knows the present one. The same command again is answered as the first time.
 * Throws `wrong-credentials`, `no-password`, `invalid-fields`, and what `setNewPassword` throws.
 */
export async function changePassword(
  deps: NewPasswordDeps,
  change: ChangePasswordRequest & { user: string; asker: Asker },
): Promise<PasswordChanged> {
  const { user, currentPassword, newPassword, asker } = change
  refuseCommonPassword(newPassword, field)
  const { state, events } = await deps.commands.load(credentialsStream(user), credentialsFold)
  const wanted = { user, password: newPassword, asker, field }
  const { command } = partOf(asker, 'password')
  const isDone = events.some(({ metadata }) => isCausedBy(command, metadata.causation))
  if (isDone) return setNewPassword(deps, wanted)

  const known = hashOf(state)
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
  return setNewPassword(deps, { ...wanted, instead: { hash: known, refuse: refuseChanged } })
}

function refuseChanged(): never {
  refuse('conflict', 'The password was changed at the same moment. Please try again.')
}
