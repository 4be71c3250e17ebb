import { createHmac, hash, randomBytes } from 'node:crypto'
import { passwordResetEndpoints } from '@thirty/contracts/endpoints/accounts/password-reset.ts'
import { canonicalEmail } from '@thirty/contracts/rules/text/names.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { parseIdempotencyKey } from '../../idempotency.ts'
import type { WaitForProjections } from '../../wait-for-projections.ts'
import { sendResetLink, type SendResetLinkDeps } from './send-reset-link.ts'
import { resetPassword, type ResetPasswordDeps } from './reset-password.ts'
import { passwordChangedNotifier } from '../password/password-notifiers.ts'

export type PasswordResetDeps = SendResetLinkDeps &
  ResetPasswordDeps & {
    waitForProjections: WaitForProjections
    limits: Pick<RateLimits, 'consume'>
    /** Does something when the answer has left, and tells of what went wrong by itself. */
    runInBackground: (task: () => Promise<void>) => void
  }

/** A forgotten password: the mail with a link, and the new password by that link. */
export function passwordResetHandlers(deps: PasswordResetDeps): Endpoint[] {
  const tokenFor = tokens()
  const notice = passwordChangedNotifier(deps)
  return [
    endpoint(passwordResetEndpoints.forgotPassword)(async ({ request, body, correlation }) => {
      const email = canonicalEmail(body.email)
      // By what was typed, known or not, so that running out of tries does not tell who exists.
      await deps.limits.consume('forgot-password', hash('sha256', email))
      const token = tokenFor(email, parseIdempotencyKey(request.headers['idempotency-key']))
      deps.runInBackground(() => sendResetLink(deps, { email, token, correlation }))
      return {
        success: true,
        message: 'If there is an account with this address, a mail with a link is on its way.',
      }
    }),
    endpoint(passwordResetEndpoints.resetPassword)(async ({ request, body, correlation }) => {
      const key = parseIdempotencyKey(request.headers['idempotency-key'])
      const { account, position, isNew } = await resetPassword(deps, { ...body, correlation, key })
      if (isNew) notice(account)
      return {
        success: true,
        message: 'Your password was changed. Please log in with it.',
        ...(await deps.waitForProjections(position)),
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
