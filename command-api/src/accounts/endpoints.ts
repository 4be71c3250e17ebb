import { createHmac, hash, randomBytes } from 'node:crypto'
import type { SignedInResponse } from '@thirty/contracts/api/accounts/accounts.ts'
import { accountEndpoints } from '@thirty/contracts/endpoints/accounts/accounts.ts'
import { canonicalEmail } from '@thirty/contracts/rules/text/names.ts'
import type { RateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RequestContext } from '@thirty/infra/http/endpoint/json-handler.ts'
import { parseIdempotencyKey } from '../idempotency.ts'
import { deduplicateInFlight } from '../deduplicate-in-flight.ts'
import { sessionHandlers, type SessionDeps } from './sessions/endpoints.ts'
import { refuseWrongAdminKey } from './sign-up/admin-key.ts'
import { logIn, type LoadedAccount } from './sessions/log-in.ts'
import { toOwnUser } from './own-user.ts'
import { profileHandlers } from './profile/endpoints.ts'
import { signUp, type SignUp } from './sign-up/sign-up.ts'

export type AccountDeps = SessionDeps & {
  limits: Pick<RateLimits, 'consume' | 'reset' | 'keyFor'>
  /** Key that makes admins; an empty one makes none. */
  adminKey: string
}

/** The whole life of an account. */
export function accountHandlers(deps: AccountDeps): Endpoint[] {
  const { limits } = deps
  const join = signUpOnce(deps)
  return [
    endpoint(accountEndpoints.signUp)(async (asked) => {
      const signedIn = await join(asked, { request: asked.body, role: 'participant' })
      return respondSignedIn(deps, signedIn, 'Signed up successfully')
    }),
    endpoint(accountEndpoints.logIn)(async ({ body, correlation }) => {
      // By what was typed, known or not, so that running out of tries does not tell who exists.
      const tries = hash('sha256', canonicalEmail(body.emailOrUsername))
      await limits.consume('sign-in', tries)
      const signedIn = await logIn(deps, body, correlation)
      await limits.reset('sign-in', tries)
      return respondSignedIn(deps, signedIn, 'Logged in successfully')
    }),
    endpoint(accountEndpoints.adminSignUp)(async (asked) => {
      const { adminKey, ...request } = asked.body
      await checkAdminKey(deps, asked, adminKey)
      const signedIn = await join(asked, { request, role: 'admin' })
      return respondSignedIn(deps, signedIn, 'Signed up successfully')
    }),
    ...sessionHandlers(deps),
    ...profileHandlers(deps),
  ]
}

type AnyRequest = RequestContext<unknown, unknown, unknown>

/** A double click on "Sign up" is one sign-up. The body is compared by a digest that this process forgets with itself. */
function signUpOnce(deps: AccountDeps) {
  const onlyOnce = deduplicateInFlight()
  const secret = randomBytes(32)
  return ({ request, body, correlation }: AnyRequest, person: Pick<SignUp, 'request' | 'role'>) => {
    const key = parseIdempotencyKey(request.headers['idempotency-key'])
    const run = () => signUp(deps, { ...person, correlation, key })
    if (key === undefined) return run()
    const digest = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
    return onlyOnce({ id: `${person.role} ${key}`, digest }, run)
  }
}

/** Tries are counted before the key is looked at; only a right one is forgiven. */
async function checkAdminKey(
  { limits, adminKey }: AccountDeps,
  { request }: AnyRequest,
  given: string,
): Promise<void> {
  const fromHere = limits.keyFor('admin-key', request)
  const fromAnywhere = limits.keyFor('admin-key-all', request)
  await limits.consume('admin-key', fromHere)
  await limits.consume('admin-key-all', fromAnywhere)
  refuseWrongAdminKey(given, adminKey)
  await limits.reset('admin-key', fromHere)
  await limits.reset('admin-key-all', fromAnywhere)
}

async function respondSignedIn(
  { tokens, waitForProjections }: AccountDeps,
  { id, account, position }: LoadedAccount,
  message: string,
): Promise<SignedInResponse> {
  const token = tokens.issue({ id, version: account.sessionVersion })
  return {
    success: true,
    message,
    ...(await waitForProjections(position)),
    user: { ...toOwnUser(id, account), token },
  }
}
