// Handlers of the sign-ups with a password: of a participant, of an admin with the registration key, and of an admin with an invitation.
// They open the first session. `social-sign-in/` and `participant-import/` make accounts, too.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { hasSecondFactor } from '@thirty/contracts/accounts/two-factor.ts'
import { invitationEndpoints } from '@thirty/contracts/team/api.ts'
import { invitationState } from '@thirty/contracts/team/team.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint, type RequestContext } from '@thirty/infra/http/endpoint/endpoint.ts'
import { clientNetwork } from '@thirty/infra/http/rate-limits/client-address.ts'
import type { Request } from 'express'
import { refuseInvitation, requireInvitation, redeemInvitation } from '../admin-invitations/decide.ts'
import { invitationTokenHash } from '../admin-invitations/endpoints.ts'
import { deduplicateInFlight } from '../../deduplicate-in-flight.ts'
import { parseIdempotencyKey, type CommandContext } from '../../idempotency.ts'
import type { Parts } from '../../parts.ts'
import { countOutsideAttempt } from '../attempts/count-attempts.ts'
import { confirmationLinks } from '../email-links/endpoints.ts'
import { openSession } from '../sessions/open-session.ts'
import { loadFactors } from '../two-factor/change-factors.ts'
import { signUp, signUpId, type SignUp, type SignUpResult } from './sign-up.ts'
import { changeTeam, loadTeam } from '../admins/admin-list.ts'
import { credentialStreams } from '../password/credentials.ts'

/** `keyPrefix` takes the place of a missing idempotency key. */
type Account = Pick<SignUp, 'request' | 'role' | 'adminRole' | 'beforeRegistration'> & { keyPrefix?: string }

export function signUpHandlers(parts: Parts): Endpoint[] {
  const run = repeatableSignUp(parts)
  const signUpAs = async (request: RequestContext, account: Account) =>
    openFirstSession(parts, request.request, await run(request, account))
  return [
    endpoint(accountEndpoints.signUp)((request) =>
      signUpAs(request, { request: request.body, role: 'participant' }),
    ),
    endpoint(accountEndpoints.adminSignUp)(async (request) => {
      const { adminKey, ...signUpRequest } = request.body
      await checkAdminKey(parts, request, adminKey)
      return signUpAs(request, { request: signUpRequest, role: 'admin' })
    }),
    endpoint(invitationEndpoints.accept)(async (request) => {
      const { token, ...signUpRequest } = request.body
      const invited = await invitedSignUp(parts, invitationTokenHash(token))
      return signUpAs(request, { request: signUpRequest, role: 'admin', ...invited })
    }),
  ]
}

/**
 * Returns a function that runs a double click on "Sign up" as one sign-up. Requests are compared by a digest under a secret of this
 * process, as the body contains a password. A sign-up that is repeated later reveals whether the password is right, and counts as a login.
 */
function repeatableSignUp(parts: Parts) {
  const confirmations = confirmationLinks(parts)
  const deduplicate = deduplicateInFlight()
  const secret = randomBytes(32)
  return async ({ request, body, correlation }: RequestContext, { keyPrefix, ...account }: Account) => {
    const key = parseIdempotencyKey(request.headers['idempotency-key'])
    const language = parts.languageOf(request)
    const stepKey = keyPrefix === undefined ? key : `${keyPrefix} ${key ?? ''}`
    const command: SignUp = { ...account, language, correlation, key: stepKey }
    const run = async () => {
      const result = await signUp(parts, command)
      if (result.isNew) confirmations.send(result, language)
      return result
    }
    const digest = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
    const runOnce = () =>
      key === undefined ? run() : deduplicate({ id: `${account.role} ${key}`, digest }, run)
    const user = signUpId(parts, command)
    if (user === undefined) return runOnce()
    const { state: credentials } = await credentialStreams.load(parts.commands, user)
    if (credentials === undefined) return runOnce()
    return countOutsideAttempt(parts.limits, 'sign-in', { user, request }, runOnce, 'key-reused')
  }
}

/**
 * Opens the session of a new account. A repeated sign-up proves only the password. Throws `conflict` if the account has a second factor
 * by then, which only a login asks for.
 */
async function openFirstSession(parts: Parts, request: Request, account: SignUpResult) {
  if (!account.isNew && hasSecondFactor(await loadFactors(parts.commands, account.id)))
    refuse('conflict', say('signedUpAlready'))
  return openSession(parts, account, { request, message: 'Signed up successfully' })
}

/**
 * Returns what an invitation adds to a sign-up: the role, and the use of the invitation. It is used up only after the names are reserved
 * and the password is accepted. Without a key of the client, the same person may still repeat a sign-up that was interrupted. Throws
 * `invitation-not-found`, `invitation-over`.
 */
async function invitedSignUp({ commands, clock }: Parts, tokenHash: string) {
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

/** Counts the attempt before the key is compared; only a valid key resets the earlier attempts of its network. */
async function checkAdminKey(
  { limits, adminKey }: Parts,
  { request }: RequestContext,
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
