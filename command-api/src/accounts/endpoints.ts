import { createHmac, hash, randomBytes } from 'node:crypto'
import type { SignedInAnswer } from '@thirty/contracts/api/accounts.ts'
import { accountCalls } from '@thirty/contracts/calls/accounts.ts'
import { canonicalEmail } from '@thirty/contracts/rules/names.ts'
import type { Limits } from '@thirty/infra/http/limits.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Asked } from '@thirty/infra/http/route.ts'
import { idempotencyKey } from '../idempotency.ts'
import { once } from '../once.ts'
import { ownAccountEndpoints, type OwnAccountDeps } from './account-endpoints.ts'
import { refuseWrongAdminKey } from './admin-key.ts'
import { logIn, type SignedIn } from './log-in.ts'
import { ownUserOf } from './own-user.ts'
import { profileEndpoints } from './profile-endpoints.ts'
import { signUp, type SignUp } from './sign-up.ts'

export type AccountDeps = OwnAccountDeps & {
  limits: Pick<Limits, 'take' | 'forgive' | 'keyOf'>
  /** Key that makes admins; an empty one makes none. */
  adminKey: string
}

/** The whole life of an account. */
export function accountEndpoints(deps: AccountDeps): Endpoint[] {
  const { limits } = deps
  const join = joinOnce(deps)
  return [
    endpoint(accountCalls.signUp)(async (asked) => {
      const signedIn = await join(asked, { request: asked.body, role: 'participant' })
      return answer(deps, signedIn, 'Signed up successfully')
    }),
    endpoint(accountCalls.logIn)(async ({ body, correlation }) => {
      // By what was typed, known or not, so that running out of tries does not tell who exists.
      const tries = hash('sha256', canonicalEmail(body.emailOrUsername))
      await limits.take('sign-in', tries)
      const signedIn = await logIn(deps, body, correlation)
      await limits.forgive('sign-in', tries)
      return answer(deps, signedIn, 'Logged in successfully')
    }),
    endpoint(accountCalls.adminSignUp)(async (asked) => {
      const { adminKey, ...request } = asked.body
      await checkAdminKey(deps, asked, adminKey)
      const signedIn = await join(asked, { request, role: 'admin' })
      return answer(deps, signedIn, 'Signed up successfully')
    }),
    ...ownAccountEndpoints(deps),
    ...profileEndpoints(deps),
  ]
}

type AnyAsked = Asked<unknown, unknown, unknown>

/** A double click on "Sign up" is one sign-up. The body is compared by a digest that this process forgets with itself. */
function joinOnce(deps: AccountDeps) {
  const onlyOnce = once()
  const secret = randomBytes(32)
  return ({ request, body, correlation }: AnyAsked, person: Pick<SignUp, 'request' | 'role'>) => {
    const key = idempotencyKey(request.headers['idempotency-key'])
    const run = () => signUp(deps, { ...person, correlation, key })
    if (key === undefined) return run()
    const digest = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
    return onlyOnce({ id: `${person.role} ${key}`, digest }, run)
  }
}

/** Tries are counted before the key is looked at; only a right one is forgiven. */
async function checkAdminKey(
  { limits, adminKey }: AccountDeps,
  { request }: AnyAsked,
  given: string,
): Promise<void> {
  const fromHere = limits.keyOf('admin-key', request)
  const fromAnywhere = limits.keyOf('admin-key-all', request)
  await limits.take('admin-key', fromHere)
  await limits.take('admin-key-all', fromAnywhere)
  refuseWrongAdminKey(given, adminKey)
  await limits.forgive('admin-key', fromHere)
  await limits.forgive('admin-key-all', fromAnywhere)
}

async function answer(
  { tokens, settle }: AccountDeps,
  { id, account, position }: SignedIn,
  message: string,
): Promise<SignedInAnswer> {
  const token = tokens.issue({ id, version: account.sessionVersion })
  return { success: true, message, ...(await settle(position)), user: { ...ownUserOf(id, account), token } }
}
