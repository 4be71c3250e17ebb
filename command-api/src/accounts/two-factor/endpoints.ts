// Handlers by which users see and change their own second factors and confirm who they are before, and by which operators remove the lost
// second factors of a user. Logins are in `sessions/log-in.ts`.

import { randomUUID } from 'node:crypto'
import { twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import { refuse, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import {
  confirmationMinutes,
  hasSecondFactor,
  requiresTwoFactor,
  withoutSecrets,
} from '@thirty/contracts/accounts/two-factor.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { endpoint, type Endpoint, type EndpointRequest } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import { loadChallenge } from '../../current-run.ts'
import type { AccountParts, Parts } from '../../parts.ts'
import { allSessionsRevoked, refuseMissingAccount } from '../decide.ts'
import { isAccount, loadAccount } from '../account.ts'
import { passwordHash, requirePassword, credentialStreams } from '../password/credentials.ts'
import { countSessionAttempt } from '../attempts/count-attempts.ts'
import { loadFactors, changeFactors, verifyFactor } from './change-factors.ts'
import { appUri, newRecoveryCodes, newSecret, recoveryCodeDigest, stepOf } from './codes.ts'
import * as decide from './decide.ts'
import type { NewCodes, SecondFactors } from './decide.ts'
import { confirmedUntil, requireConfirmation, singleUse } from './tokens.ts'

/**
 * The secret of an app is stored only with its first code; until then it is in a signed token. A challenge for a passkey is single use,
 * because the change that follows from it records that it was used.
 */
export function twoFactorHandlers(parts: Parts): Endpoint[] {
  const { commands, clock, limits, passwords, passkeys, secrets, steps, twoFactorTokens } = parts
  /** Returns whether the installation requires a second factor of the caller. */
  const isRequiredOf = async ({ role }: Caller) =>
    requiresTwoFactor(role, (await loadChallenge(commands)).options)
  const checkPassword = async (user: string, password: string) => {
    const { state } = await credentialStreams.load(commands, user)
    await requirePassword(passwords, state, password)
  }
  /** Returns the account of an admin. Throws `not-allowed`: others may only remove what they added when they were admins. */
  const requireAdmin = async ({ id }: Caller) => {
    const account = (await loadAccount(commands, id)) ?? refuseMissingAccount()
    if (!account.isAdmin || account.status !== 'active') refuse('not-allowed', 'twoFactorForAdmins')
    return account
  }

  return [
    endpoint(twoFactorEndpoints.state)(async ({ caller }) => {
      const credentials = await credentialStreams.load(commands, caller.id)
      const until = confirmedUntil(caller)
      return {
        twoFactor: withoutSecrets(await loadFactors(commands, caller.id)),
        required: await isRequiredOf(caller),
        arePasskeysOffered: passkeys.isOffered,
        hasPassword: passwordHash(credentials.state) !== undefined,
        confirmedUntil: clock() < until ? isoTime(until) : null,
      }
    }),
    endpoint(twoFactorEndpoints.confirm)(async ({ caller, body, request, correlation }) => {
      const { id: user, token } = caller
      const { password, code, passkey } = body
      const factor = { user, code, passkey, purpose: 'confirmation' } as const
      await (password === undefined
        ? verifyFactor(parts, { ...factor, correlation, request, session: caller })
        : countSessionAttempt(limits, 'sign-in', caller, () => checkPassword(user, password)))
      const confirmation = twoFactorTokens.confirmations.issue({ sub: user, session: token.id })
      // In whole seconds, as tokens have it.
      const until = (Math.floor(clock() / 1_000) + confirmationMinutes * 60) * 1_000
      return { confirmation, until: isoTime(until) }
    }),
    endpoint(twoFactorEndpoints.confirmOptions)(async ({ caller: { id: user } }) => {
      const factors = await loadFactors(commands, user)
      if (factors.passkeys.length === 0) refuse('no-second-factor', 'noPasskey')
      return { passkey: await passkeys.optionsFor('confirmation', { id: user, ...factors }) }
    }),
    endpoint(twoFactorEndpoints.setUpApp)(async ({ caller, request, body }) => {
      requireConfirmation(parts, request, body.confirmation)
      const { email } = await requireAdmin(caller)
      const secret = newSecret()
      const sealed = secrets.seal(secret, caller.id)
      const setup = twoFactorTokens.setups.issue({ sub: caller.id, sealed, id: randomUUID() })
      return { secret, uri: appUri(secret, email), setup }
    }),
    endpoint(twoFactorEndpoints.addApp)(async (request) => {
      const { caller, body } = request
      await requireAdmin(caller)
      const claims = twoFactorTokens.setups.verify(body.setup)
      const secret = claims?.sub === caller.id ? secrets.unseal(claims.sealed, caller.id) : undefined
      if (claims === undefined || secret === undefined) refuse('link-over', 'appSetupOver')
      const lastStep = stepOf(secret, body.code, clock()) ?? decide.refuseCode()
      return changeOwnFactors(parts, request, (factors, codes) => {
        const used = decide.acceptOnce(factors, singleUse(claims.id, claims.exp), codes.now)
        return decide.addApp(used, { secret: claims.sealed, lastStep, codes })
      })
    }),
    endpoint(twoFactorEndpoints.removeApp)(async (request) => {
      const isRequired = await isRequiredOf(request.caller)
      return changeOwnFactors(parts, request, (factors) => decide.removeApp(factors, isRequired))
    }),
    endpoint(twoFactorEndpoints.passkeyOptions)(async ({ caller, request, body }) => {
      requireConfirmation(parts, request, body.confirmation)
      const { email: name, fullName: displayName } = await requireAdmin(caller)
      if (!passkeys.isOffered) refuse('not-found', 'noPasskeysHere')
      const factors = await loadFactors(commands, caller.id)
      decide.refuseTooManyPasskeys(factors)
      const user = { id: caller.id, name, displayName }
      return { passkey: await passkeys.optionsForNew(user, factors.passkeys) }
    }),
    endpoint(twoFactorEndpoints.addPasskey)(async (request) => {
      const { caller, body } = request
      await requireAdmin(caller)
      const { used, ...created } = (await passkeys.verifyNew(caller.id, body)) ?? decide.refusePasskey()
      const id = randomUUID()
      return changeOwnFactors(parts, request, (factors, codes) => {
        const passkey = { id, name: body.name, ...created, addedAt: isoTime(codes.now), lastUsedAt: null }
        return decide.addPasskey(decide.acceptOnce(factors, used, codes.now), passkey, codes)
      })
    }),
    endpoint(twoFactorEndpoints.renamePasskey)((request) =>
      changeOwnFactors(parts, request, (factors) =>
        decide.renamePasskey(factors, request.params.passkeyId, request.body.name),
      ),
    ),
    endpoint(twoFactorEndpoints.removePasskey)(async (request) => {
      const isRequired = await isRequiredOf(request.caller)
      return changeOwnFactors(parts, request, (factors) =>
        decide.removePasskey(factors, request.params.passkeyId, isRequired),
      )
    }),
    endpoint(twoFactorEndpoints.renewCodes)((request) => changeOwnFactors(parts, request, decide.renewCodes)),
    steps(operationEndpoints.resetTwoFactor, 'reset-two-factor', async ({ params, caller, correlation }) => ({
      message: 'Two-factor sign-in was reset',
      position: await resetFactors(parts, { user: params.userId, by: caller.id, correlation }),
    })),
  ]
}

type ChangeRequest = Pick<
  EndpointRequest<typeof twoFactorEndpoints.renewCodes>,
  'caller' | 'request' | 'correlation' | 'body'
>

/**
 * Changes factors for their owner, who has to have logged in or confirmed a short time ago, and returns the response, which
 * has `codes` if `change` stored the new recovery codes.
 */
async function changeOwnFactors(
  parts: Parts,
  { caller: { id: user }, request, correlation, body }: ChangeRequest,
  change: (factors: SecondFactors, codes: NewCodes) => SecondFactors,
) {
  requireConfirmation(parts, request, body.confirmation)
  const codes = newRecoveryCodes()
  const digests = codes.map((code) => recoveryCodeDigest(user, code))
  const now = parts.clock()
  const { factors, position } = await changeFactors(parts, {
    user,
    correlation,
    reader: parts.languageOf(request),
    decide: (before) => change(before, { digests, now }),
  })
  const areNew = digests.every((digest) => factors.recoveryCodes?.digests.includes(digest))
  return {
    ...(await parts.waitForProjections(position)),
    twoFactor: withoutSecrets(factors),
    ...(areNew && { codes }),
  } as const
}

/**
 * Removes all second factors of a user who has lost them, for an operator, and ends all sessions: one of them may be of the person who
 * has the factors now. Repeated, it completes a reset that was interrupted. Returns the log position. Throws `user-not-found`,
 * `no-second-factor`.
 */
export async function resetFactors(
  parts: AccountParts,
  { user, by, correlation }: { user: string; by: string; correlation: string },
): Promise<bigint> {
  const before = await loadAccount(parts.commands, user)
  if (before === undefined) refuse('user-not-found', 'userNotFound')
  const { position } = await changeFactors(parts, {
    user,
    actor: by,
    correlation,
    decide: (factors) => {
      if (hasSecondFactor(factors)) return decide.noSecondFactors
      // An earlier reset may have ended before it was recorded, with the sessions still open.
      if (!hasSecondFactor(before.secondFactors))
        throw untranslated('no-second-factor', 'This account has no second factor.')
      return factors
    },
    record: (state) =>
      isAccount(state) ? [{ type: 'SecondFactorsReset', data: {} }, allSessionsRevoked(state)] : [],
  })
  return position
}
