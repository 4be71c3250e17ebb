import { createHmac, hash, randomBytes } from 'node:crypto'
import { passwordResetCalls } from '@thirty/contracts/calls/password-reset.ts'
import { canonicalEmail } from '@thirty/contracts/rules/names.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Limits } from '@thirty/infra/http/limits.ts'
import { idempotencyKey } from '../idempotency.ts'
import type { Settle } from '../settle.ts'
import { forgotPassword, type ForgotPasswordDeps } from './forgot-password.ts'
import { resetPassword, type ResetPasswordDeps } from './reset-password.ts'
import { passwordNotice } from './reset-notice.ts'

export type PasswordResetDeps = ForgotPasswordDeps &
  ResetPasswordDeps & {
    settle: Settle
    limits: Pick<Limits, 'take'>
    /** Does something when the answer has left, and tells of what went wrong by itself. */
    later: (task: () => Promise<void>) => void
  }

/** A forgotten password: the mail with a link, and the new password by that link. */
export function passwordResetEndpoints(deps: PasswordResetDeps): Endpoint[] {
  const tokenFor = tokens()
  const notice = passwordNotice(deps)
  return [
    endpoint(passwordResetCalls.forgotPassword)(async ({ request, body, correlation }) => {
      const email = canonicalEmail(body.email)
      // By what was typed, known or not, so that running out of tries does not tell who exists.
      await deps.limits.take('forgot-password', hash('sha256', email))
      const token = tokenFor(email, idempotencyKey(request.headers['idempotency-key']))
      deps.later(() => forgotPassword(deps, { email, token, correlation }))
      return {
        success: true,
        message: 'If there is an account with this address, a mail with a link is on its way.',
      }
    }),
    endpoint(passwordResetCalls.resetPassword)(async ({ request, body, correlation }) => {
      const key = idempotencyKey(request.headers['idempotency-key'])
      const { account, position, isNew } = await resetPassword(deps, { ...body, correlation, key })
      if (isNew) notice(account)
      return {
        success: true,
        message: 'Your password was changed. Please log in with it.',
        ...(await deps.settle(position)),
      }
    }),
  ]
}

/**
 * Tokens of 32 bytes that nobody can guess. With an idempotency key the same request gets the same token, and so one
 * mail; the secret by which it does ends with the process.
 */
function tokens() {
  const secret = randomBytes(32)
  return (email: string, key: string | undefined): string => {
    if (key === undefined) return randomBytes(32).toString('base64url')
    return createHmac('sha256', secret)
      .update(JSON.stringify([email, key]))
      .digest('base64url')
  }
}
