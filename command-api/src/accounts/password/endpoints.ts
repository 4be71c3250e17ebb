import { type ChangePasswordRequest, accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { isCausedBy, stepContext, type CommandContext, withoutDigest } from '../../idempotency.ts'
import type { Recipient } from '../../mail-template.ts'
import type { With } from '../../parts.ts'
import { refuseCommonPassword } from './common-password.ts'
import { credentialsStream, credentialsFold, passwordHash, requirePassword } from './credentials.ts'
import { countAttempt, forgetAttempts, sessionAttempts } from './password-attempts.ts'
import { preparePassword } from './prepared-password.ts'
import { setNewPassword, type SetPasswordParts, type PasswordChangeResult } from './set-new-password.ts'
import { stepEndpoints } from '../../command.ts'

type ChangePasswordParts = SetPasswordParts &
  With<'tokens' | 'waitForProjections' | 'limits' | 'languageOf'> & {
    /** Informs the owner of an account that its password was changed. */
    onPasswordChanged?: (owner: Recipient, reader: AccountLanguage) => void
  }

/** Handler that changes the password of the caller. */
export function changePasswordHandlers(deps: ChangePasswordParts): Endpoint[] {
  const { tokens, limits, languageOf, onPasswordChanged } = deps
  return [
    stepEndpoints(deps)(accountEndpoints.changePassword, 'change-password', async (request, digested) => {
      const context = withoutDigest(digested)
      const user = request.caller.id
      const { id, account, position, isNew } = await countAttempt(
        limits,
        sessionAttempts(request.caller),
        () => changePassword(deps, { user, ...request.body, context }),
        // A repeated change tells whether the new password is the current one.
        'key-reused',
      )
      await forgetAttempts(limits, user, request.request)
      if (isNew) onPasswordChanged?.(account, languageOf(request.request))
      const token = tokens.issue({ id, version: account.sessionVersion })
      return { message: 'Password changed', position, token }
    }),
  ]
}

const field = 'newPassword'

/**
 * Changes the password of a user who knows the current one. Repeating the same command returns the same result.
 * Throws `wrong-credentials`, `no-password`, `invalid-fields`, and what `setNewPassword` throws.
 */
async function changePassword(
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

  const current = {
    password: currentPassword,
    field: 'currentPassword',
    said: say('currentPasswordWrong'),
  }
  await requirePassword(deps.passwords, state, current)
  if (preparePassword(currentPassword) === preparePassword(newPassword)) {
    refuseField(field, say('newPasswordSame'))
  }
  return setNewPassword(deps, {
    ...change,
    expected: { hash: passwordHash(state) ?? null, onMismatch: refuseConcurrentChange },
  })
}

function refuseConcurrentChange(): never {
  refuse('conflict', say('passwordChanged'))
}
