// Runs a double click on "Sign up" as one sign-up. Requests are compared by a digest under a secret of this process, as the body contains a
// password. A sign-up that is repeated later reveals whether the password is right, and counts as a login.

import { createHmac, randomBytes } from 'node:crypto'
import type { RequestContext } from '@thirty/infra/http/endpoint/json-handler.ts'
import { deduplicateInFlight } from '../../deduplicate-in-flight.ts'
import { parseIdempotencyKey } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import type { ConfirmationLinks } from '../email-confirmation/endpoints.ts'
import { credentialsFold, credentialsStream } from '../password/credentials.ts'
import { countOutsideAttempt } from '../attempts/count-attempts.ts'
import { signUp, signUpId, type SignUp, type SignUpCommandParts } from './sign-up.ts'

/** What signing up needs, once or repeatedly. */
export type RepeatedSignUpParts = SignUpCommandParts &
  With<'languageOf' | 'limits'> & {
    confirmations: Pick<ConfirmationLinks, 'send'>
  }

export type AnyRequest = RequestContext<unknown, unknown, unknown>

/** `keyPrefix` takes the place of a missing idempotency key. */
type Account = Pick<SignUp, 'request' | 'role' | 'adminRole' | 'beforeRegistration'> & { keyPrefix?: string }

export function deduplicatedSignUp(deps: RepeatedSignUpParts) {
  const deduplicate = deduplicateInFlight()
  const secret = randomBytes(32)
  return async ({ request, body, correlation }: AnyRequest, { keyPrefix, ...account }: Account) => {
    const key = parseIdempotencyKey(request.headers['idempotency-key'])
    const language = deps.languageOf(request)
    const stepKey = keyPrefix === undefined ? key : `${keyPrefix} ${key ?? ''}`
    const command: SignUp = { ...account, language, correlation, key: stepKey }
    const run = async () => {
      const result = await signUp(deps, command)
      if (result.isNew) deps.confirmations.send(result, language)
      return result
    }
    const digest = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
    const runOnce = () =>
      key === undefined ? run() : deduplicate({ id: `${account.role} ${key}`, digest }, run)
    const user = signUpId(deps, command)
    if (user === undefined) return runOnce()
    const { state: credentials } = await deps.commands.load(credentialsStream(user), credentialsFold)
    if (credentials === undefined) return runOnce()
    return countOutsideAttempt(deps.limits, 'sign-in', { user, request }, runOnce, 'key-reused')
  }
}
