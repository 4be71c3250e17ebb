import { accountEndpoints } from '@thirty/contracts/endpoints/accounts/accounts.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { contextWithoutDigest } from '../context-without-digest.ts'
import type { SignedInDeps } from '../own-user.ts'
import { changePassword } from './change-password.ts'
import type { Recipient } from './password-mails.ts'
import type { SetPasswordDeps } from './set-new-password.ts'

export type ChangePasswordDeps = SetPasswordDeps &
  SignedInDeps & {
    /** Informs the owner of an account that its password was changed. */
    onPasswordChanged?: (owner: Recipient) => void
  }

/** Handler that changes the password of the caller. */
export function changePasswordHandlers(deps: ChangePasswordDeps): Endpoint[] {
  const { tokens, waitForProjections, onPasswordChanged } = deps
  return [
    endpoint(accountEndpoints.changePassword)(async (request) => {
      const context = contextWithoutDigest(request, 'change-password')
      const { id, account, position, isNew } = await changePassword(deps, {
        user: request.caller.id,
        ...request.body,
        context,
      })
      if (isNew) onPasswordChanged?.(account)
      const token = tokens.issue({ id, version: account.sessionVersion })
      return { success: true, message: 'Password changed', ...(await waitForProjections(position)), token }
    }),
  ]
}
