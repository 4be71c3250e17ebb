import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { accountEndpoints } from '@thirty/contracts/endpoints/accounts/accounts.ts'
import type { AccountLanguage } from '@thirty/contracts/rules/account-languages.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RequestContext } from '@thirty/infra/http/endpoint/json-handler.ts'
import type { RateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { deduplicateInFlight } from '../../deduplicate-in-flight.ts'
import { parseIdempotencyKey } from '../../idempotency.ts'
import type { LanguageOf } from '../../language-of.ts'
import type { LoadedAccount } from '../evolve.ts'
import { openSession, type SignedInDeps } from '../own-user.ts'
import { signUp, type SignUp, type SignUpCommandDeps } from './sign-up.ts'

export type SignUpDeps = SignUpCommandDeps &
  SignedInDeps & {
    limits: Pick<RateLimits, 'consume' | 'reset' | 'keyFor'>
    /** Registration key for admins. While it is empty, no key is accepted. */
    adminKey: string
    languageOf: LanguageOf
    /** Sends a new user the email with the link that confirms the address. */
    onSignedUp?: (user: LoadedAccount, reader: AccountLanguage) => void
  }

/** Handlers that create accounts: for participants, and for admins with the registration key. */
export function signUpHandlers(deps: SignUpDeps): Endpoint[] {
  const run = deduplicatedSignUp(deps)
  return [
    endpoint(accountEndpoints.signUp)(async (request) => {
      const account = await run(request, { request: request.body, role: 'participant' })
      return openSession(deps, account, 'Signed up successfully')
    }),
    endpoint(accountEndpoints.adminSignUp)(async (request) => {
      const { adminKey, ...signUpRequest } = request.body
      await checkAdminKey(deps, request, adminKey)
      const account = await run(request, { request: signUpRequest, role: 'admin' })
      return openSession(deps, account, 'Signed up successfully')
    }),
  ]
}

type AnyRequest = RequestContext<unknown, unknown, unknown>

/**
 * Runs a double click on "Sign up" as one sign-up. Requests are compared by a digest under a secret of this process, as
 * the body contains a password.
 */
function deduplicatedSignUp(deps: SignUpDeps) {
  const deduplicate = deduplicateInFlight()
  const secret = randomBytes(32)
  return ({ request, body, correlation }: AnyRequest, account: Pick<SignUp, 'request' | 'role'>) => {
    const key = parseIdempotencyKey(request.headers['idempotency-key'])
    const run = async () => {
      const language = deps.languageOf(request)
      const result = await signUp(deps, { ...account, language, correlation, key })
      if (result.isNew) deps.onSignedUp?.(result, language)
      return result
    }
    if (key === undefined) return run()
    const digest = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
    return deduplicate({ id: `${account.role} ${key}`, digest }, run)
  }
}

/** Counts the attempt before the key is compared; only a valid key resets the count. */
async function checkAdminKey(
  { limits, adminKey }: SignUpDeps,
  { request }: AnyRequest,
  submittedKey: string,
): Promise<void> {
  const perIpKey = limits.keyFor('admin-key', request)
  const globalKey = limits.keyFor('admin-key-all', request)
  await limits.consume('admin-key', perIpKey)
  await limits.consume('admin-key-all', globalKey)
  refuseWrongAdminKey(submittedKey, adminKey)
  await limits.reset('admin-key', perIpKey)
  await limits.reset('admin-key-all', globalKey)
}

/** Throws `wrong-admin-key` for a wrong key, and for every key if none is configured. Compares in constant time. */
export function refuseWrongAdminKey(submittedKey: string, adminKey: string): void {
  const isEqual = timingSafeEqual(sha256(submittedKey), sha256(adminKey))
  if (!isEqual || adminKey === '') refuse('wrong-admin-key', 'Invalid admin registration key')
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
