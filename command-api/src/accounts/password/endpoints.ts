// Handler that changes the password of a caller who knows the current one.

import { accountEndpoints, type ChangePasswordRequest } from '@thirty/contracts/accounts/api.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { causedOneOf, stepContext, withoutDigest, type CommandContext } from '../../idempotency.ts'
import type { Parts } from '../../parts.ts'
import { countSessionAttempt, forgetAttempts } from '../attempts/count-attempts.ts'
import {
  passwordHash,
  requirePassword,
  credentialStreams,
  setNewPassword,
  type PasswordChangeResult,
} from './credentials.ts'
import { refuseCommonPassword } from './common-password.ts'
import { sendPasswordChanged } from '../security-mails.ts'
import { preparePassword } from './password-hasher.ts'

export function changePasswordHandlers(parts: Parts): Endpoint[] {
  const { tokens, limits, languageOf, steps } = parts
  return [
    steps(accountEndpoints.changePassword, 'change-password', async (request, digested) => {
      const context = withoutDigest(digested)
      const user = request.caller.id
      const { id, account, position, isNew } = await countSessionAttempt(
        limits,
        'sign-in',
        request.caller,
        () => changePassword(parts, { user, ...request.body, context }),
        // A repeated change reveals whether the new password is the current one.
        'key-reused',
      )
      await forgetAttempts(limits, user, request.request)
      if (isNew) sendPasswordChanged(parts, account, languageOf(request.request))
      const token = tokens.issue({ id, version: account.sessionVersion })
      return { message: 'Password changed', position, token }
    }),
  ]
}

/**
 * Changes a password. Repeating the same command returns the same result. Throws `wrong-credentials`, `no-password`, `invalid-fields`, and
 * what `setNewPassword` throws.
 */
async function changePassword(
  parts: Parts,
  request: ChangePasswordRequest & { user: string; context: CommandContext },
): Promise<PasswordChangeResult> {
  const { user, currentPassword, newPassword, context } = request
  refuseCommonPassword(newPassword, 'newPassword')
  const { state, events } = await credentialStreams.load(parts.commands, user)
  const change = { user, password: newPassword, context }
  if (causedOneOf(stepContext(context, 'password'), events)) return setNewPassword(parts, change)

  const wrong = { field: 'currentPassword', said: say('currentPasswordWrong') }
  await requirePassword(parts.passwords, state, currentPassword, wrong)
  if (preparePassword(currentPassword) === preparePassword(newPassword))
    refuseField('newPassword', say('newPasswordSame'))
  return setNewPassword(parts, {
    ...change,
    requireUnchanged: (now) => {
      if (passwordHash(now) !== passwordHash(state)) refuse('conflict', say('passwordChanged'))
    },
  })
}
