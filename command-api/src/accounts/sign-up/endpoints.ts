import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { invitationEndpoints } from '@thirty/contracts/team/api.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { invitationState } from '@thirty/contracts/team/team.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RequestContext } from '@thirty/infra/http/endpoint/json-handler.ts'
import { clientNetwork } from '@thirty/infra/http/rate-limits/client-address.ts'
import type { RateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import type { Request } from 'express'
import { refuseInvitation, requireInvitation, redeemInvitation } from '../admin-invitations/decide.ts'
import { hashToken } from '../admin-invitations/invitation-links.ts'
import { deduplicateInFlight } from '../../deduplicate-in-flight.ts'
import { parseIdempotencyKey, type CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import type { LoadedAccount } from '../evolve.ts'
import { openSession, type SignedInParts } from '../own-user.ts'
import { credentialsFold, credentialsStream } from '../password/credentials.ts'
import { accountAttempts, attemptLogin } from '../password/password-attempts.ts'
import { loadFactors } from '../two-factor/change-factors.ts'
import { isOn } from '../two-factor/second-factors.ts'
import { signUp, signUpId, type SignUp, type SignUpCommandParts, type SignUpResult } from './sign-up.ts'
import { changeTeam, loadTeam } from '../admins/admin-list.ts'

type SignUpParts = SignUpCommandParts &
  SignedInParts &
  With<'languageOf'> & {
    limits: Pick<RateLimits, 'keyFor'>
    /** Registration key for admins. While it is empty, no key is accepted. */
    adminKey: string
    /** Sends a new user the email with the link that confirms the address. */
    onSignedUp?: (user: LoadedAccount, reader: AccountLanguage) => void
  }

/** Handlers that create accounts: for participants, and for admins with the registration key or an invitation. */
export function signUpHandlers(deps: SignUpParts): Endpoint[] {
  const run = deduplicatedSignUp(deps)
  return [
    endpoint(accountEndpoints.signUp)(async (request) => {
      const account = await run(request, { request: request.body, role: 'participant' })
      return openFirstSession(deps, request.request, account)
    }),
    endpoint(accountEndpoints.adminSignUp)(async (request) => {
      const { adminKey, ...signUpRequest } = request.body
      await checkAdminKey(deps, request, adminKey)
      const account = await run(request, { request: signUpRequest, role: 'admin' })
      return openFirstSession(deps, request.request, account)
    }),
    endpoint(invitationEndpoints.accept)(async (request) => {
      const { token, ...signUpRequest } = request.body
      const invited = await invitedSignUp(deps, hashToken(token))
      const account = await run(request, { request: signUpRequest, role: 'admin', ...invited })
      return openFirstSession(deps, request.request, account)
    }),
  ]
}

/**
 * Opens the session of a new account. A repeated sign-up proves only the password. Throws `conflict` if the account has a second factor
 * by then, which only a login asks for.
 */
async function openFirstSession(deps: SignUpParts, request: Request, account: SignUpResult) {
  if (!account.isNew && isOn(await loadFactors(deps.commands, account.id)))
    refuse('conflict', say('signedUpAlready'))
  return openSession(deps, account, { request, message: 'Signed up successfully' })
}

/**
 * Returns what an invitation adds to a sign-up: the role, and the use of the invitation, which is up only once names and password are
 * good. Without a key of the client, the same person may still repeat a sign-up that was interrupted. Throws `invitation-not-found`,
 * `invitation-over`.
 */
async function invitedSignUp({ commands, clock }: SignUpParts, tokenHash: string) {
  const team = await loadTeam(commands)
  const invitation = requireInvitation(team, tokenHash)
  const state = invitationState(team, invitation, clock())
  // Whether a used one was used by this very person is decided later, when their id is known.
  if (state !== 'open' && state !== 'used') refuseInvitation(state)
  return {
    adminRole: invitation.role,
    keyPrefix: invitation.id,
    beforeRegistration: async (user: string, context: CommandContext) => {
      await changeTeam(commands, context, (current) =>
        redeemInvitation(current, { tokenHash, user, now: clock() }),
      )
    },
  } satisfies Partial<SignUp> & { keyPrefix: string }
}

type AnyRequest = RequestContext<unknown, unknown, unknown>

/** `keyPrefix` takes the place of a missing idempotency key. */
type Account = Pick<SignUp, 'request' | 'role' | 'adminRole' | 'beforeRegistration'> & { keyPrefix?: string }

/**
 * Runs a double click on "Sign up" as one sign-up. Requests are compared by a digest under a secret of this process, as
 * the body contains a password. A sign-up that is repeated later tells whether the password is right, and counts as a login.
 */
function deduplicatedSignUp(deps: SignUpParts) {
  const deduplicate = deduplicateInFlight()
  const secret = randomBytes(32)
  return async ({ request, body, correlation }: AnyRequest, { keyPrefix, ...account }: Account) => {
    const key = parseIdempotencyKey(request.headers['idempotency-key'])
    const stepKey = keyPrefix === undefined ? key : `${keyPrefix} ${key ?? ''}`
    const run = async () => {
      const language = deps.languageOf(request)
      const result = await signUp(deps, { ...account, language, correlation, key: stepKey })
      if (result.isNew) deps.onSignedUp?.(result, language)
      return result
    }
    const digest = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
    const runOnce = () =>
      key === undefined ? run() : deduplicate({ id: `${account.role} ${key}`, digest }, run)
    const user = signUpId(deps, { ...account, key: stepKey })
    if (user === undefined || !(await hasPassword(deps, user))) return runOnce()
    return attemptLogin(deps.limits, { at: accountAttempts(user), user, request }, runOnce, 'key-reused')
  }
}

const hasPassword = async ({ commands }: SignUpParts, user: string): Promise<boolean> =>
  (await commands.load(credentialsStream(user), credentialsFold)).state !== undefined

/** Counts the attempt before the key is compared; only a valid key resets the earlier attempts of its network. */
async function checkAdminKey(
  { limits, adminKey }: SignUpParts,
  { request }: AnyRequest,
  submittedKey: string,
): Promise<void> {
  const network = clientNetwork(request.ip)
  const globalKey = limits.keyFor('admin-key-all', request)
  await limits.consume('admin-key', network)
  await limits.consume('admin-key-all', globalKey)
  refuseWrongAdminKey(submittedKey, adminKey)
  await limits.reset('admin-key', network)
  await limits.refund('admin-key-all', globalKey)
}

/** Throws `wrong-admin-key` for a wrong key, and for every key if none is configured. Compares in constant time. */
export function refuseWrongAdminKey(submittedKey: string, adminKey: string): void {
  const isEqual = timingSafeEqual(sha256(submittedKey), sha256(adminKey))
  if (!isEqual || adminKey === '') refuse('wrong-admin-key', say('wrongAdminKey'))
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
