// Handler that changes the password of the caller.

import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { withoutDigest } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { changePassword } from './change-password.ts'
import { countSessionAttempt, forgetAttempts } from '../attempts/count-attempts.ts'
import { sendPasswordChanged } from './password-mails.ts'
import type { SetPasswordParts } from './set-new-password.ts'
import { stepEndpoints } from '../../command.ts'

type ChangePasswordParts = SetPasswordParts &
  With<'tokens' | 'waitForProjections' | 'limits' | 'languageOf' | 'clock' | 'mail' | 'publicUrl'>

export function changePasswordHandlers(deps: ChangePasswordParts): Endpoint[] {
  const { tokens, limits, languageOf } = deps
  return [
    stepEndpoints(deps)(accountEndpoints.changePassword, 'change-password', async (request, digested) => {
      const context = withoutDigest(digested)
      const user = request.caller.id
      const { id, account, position, isNew } = await countSessionAttempt(
        limits,
        'sign-in',
        request.caller,
        () => changePassword(deps, { user, ...request.body, context }),
        // A repeated change reveals whether the new password is the current one.
        'key-reused',
      )
      await forgetAttempts(limits, user, request.request)
      if (isNew) sendPasswordChanged(deps, account, languageOf(request.request))
      const token = tokens.issue({ id, version: account.sessionVersion })
      return { message: 'Password changed', position, token }
    }),
  ]
}
