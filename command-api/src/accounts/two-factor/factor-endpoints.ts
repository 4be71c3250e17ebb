// Handlers that add and remove authenticator apps and passkeys, and renew recovery codes. The other handlers for second factors are in
// `endpoints.ts`.

import { randomUUID } from 'node:crypto'
import { twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { withoutSecrets } from '@thirty/contracts/accounts/two-factor.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import { endpoint, type Endpoint, type EndpointRequest } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Parts } from '../../parts.ts'
import { refuseMissingAccount } from '../sessions/decide.ts'
import { loadAccount } from '../load-account.ts'
import { appUri, newSecret, stepOf, newRecoveryCodes, recoveryCodeDigest } from './codes.ts'
import { changeFactors, loadFactors } from './change-factors.ts'
import { requireConfirmation } from './confirmation.ts'
import {
  addPasskey,
  refusePasskey,
  refuseTooManyPasskeys,
  removePasskey,
  renamePasskey,
  acceptOnce,
  addApp,
  refuseCode,
  removeApp,
  renewCodes,
  type NewCodes,
  type SecondFactors,
} from './decide.ts'
import { singleUse } from './tokens.ts'
import { notifyOfFactors } from './factor-notifier.ts'

type ChangeRequest = Pick<
  EndpointRequest<typeof twoFactorEndpoints.renewCodes>,
  'caller' | 'request' | 'correlation' | 'body'
>

/**
 * The secret of an app is stored only with its first code; until then it is in a signed token. A challenge for a passkey is single use,
 * because the change that follows from it records that it was used.
 */
export function factorHandlers(parts: Parts, isRequiredOf: (caller: Caller) => Promise<boolean>): Endpoint[] {
  const { commands, clock, secrets, passkeys, twoFactorTokens } = parts
  /** Returns the account of an admin. Throws `not-allowed`: others may only remove what they added when they were admins. */
  const requireAdmin = async ({ id }: Caller) => {
    const account = (await loadAccount(commands, id)) ?? refuseMissingAccount()
    if (!account.isAdmin || account.status !== 'active') refuse('not-allowed', say('twoFactorForAdmins'))
    return account
  }
  return [
    endpoint(twoFactorEndpoints.setUpApp)(async ({ caller, request, body }) => {
      requireConfirmation(parts, request, body.confirmation)
      const { email } = await requireAdmin(caller)
      const secret = newSecret()
      const setup = twoFactorTokens.issueSetup(caller.id, secrets.seal(secret, caller.id))
      return { success: true, secret, uri: appUri(secret, email), setup }
    }),
    endpoint(twoFactorEndpoints.addApp)(async (request) => {
      const { caller, body } = request
      await requireAdmin(caller)
      const claims = twoFactorTokens.verifySetup(body.setup)
      const secret = claims?.sub === caller.id ? secrets.unseal(claims.sealed, caller.id) : undefined
      if (claims === undefined || secret === undefined) refuse('link-over', say('appSetupOver'))
      const lastStep = stepOf(secret, body.code, clock()) ?? refuseCode()
      return changeOwnFactors(parts, request, (factors, codes) => {
        const used = acceptOnce(factors, singleUse(claims.id, claims.exp), codes.now)
        return addApp(used, { secret: claims.sealed, lastStep, codes })
      })
    }),
    endpoint(twoFactorEndpoints.removeApp)(async (request) => {
      const isRequired = await isRequiredOf(request.caller)
      return changeOwnFactors(parts, request, (factors) => removeApp(factors, isRequired))
    }),
    endpoint(twoFactorEndpoints.passkeyOptions)(async ({ caller, request, body }) => {
      requireConfirmation(parts, request, body.confirmation)
      const { email: name, fullName: displayName } = await requireAdmin(caller)
      if (!passkeys.isOffered) refuse('not-found', say('noPasskeysHere'))
      const factors = await loadFactors(commands, caller.id)
      refuseTooManyPasskeys(factors)
      const user = { id: caller.id, name, displayName }
      const options = await passkeys.newPasskeyOptions({ ...user, passkeys: factors.passkeys })
      return { success: true, passkey: twoFactorTokens.toOptions('registration', options, caller.id) }
    }),
    endpoint(twoFactorEndpoints.addPasskey)(async (request) => {
      const { caller, body } = request
      await requireAdmin(caller)
      const claims = twoFactorTokens.verifyCeremony('registration', body.ceremony)
      if (claims?.sub !== caller.id) refuse('link-over', say('passkeySetupOver'))
      const { challenge, exp } = claims
      const created = (await passkeys.verifyNew(body.response, challenge)) ?? refusePasskey()
      const id = randomUUID()
      return changeOwnFactors(parts, request, (factors, codes) => {
        const passkey = { id, name: body.name, ...created, addedAt: isoTime(codes.now), lastUsedAt: null }
        return addPasskey(acceptOnce(factors, singleUse(challenge, exp), codes.now), passkey, codes)
      })
    }),
    endpoint(twoFactorEndpoints.renamePasskey)((request) =>
      changeOwnFactors(parts, request, (factors) =>
        renamePasskey(factors, request.params.passkeyId, request.body.name),
      ),
    ),
    endpoint(twoFactorEndpoints.removePasskey)(async (request) => {
      const isRequired = await isRequiredOf(request.caller)
      return changeOwnFactors(parts, request, (factors) =>
        removePasskey(factors, request.params.passkeyId, isRequired),
      )
    }),
    endpoint(twoFactorEndpoints.renewCodes)((request) => changeOwnFactors(parts, request, renewCodes)),
  ]
}

/**
 * Changes factors for their owner, who has to have logged in or confirmed a short time ago, and sends an email about it. Returns the
 * response, which has `codes` if `change` stored the new recovery codes.
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
  const { factors, account, facts } = await changeFactors(parts, {
    user,
    correlation,
    decide: (before) => change(before, { digests, now }),
  })
  notifyOfFactors(parts, account.account, facts, parts.languageOf(request))
  const areNew = digests.every((digest) => factors.recoveryCodes?.digests.includes(digest))
  return {
    success: true,
    ...(await parts.waitForProjections(account.position)),
    twoFactor: withoutSecrets(factors),
    ...(areNew && { codes }),
  } as const
}
