// Handlers that add and remove authenticator apps and passkeys. The other handlers for second factors are in `endpoints.ts`.

import { randomUUID } from 'node:crypto'
import { twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../../handle.ts'
import { refuseMissingAccount } from '../sessions/decide.ts'
import type { Account } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'
import { appUri, newSecret, stepOf } from './authenticator-app.ts'
import { loadFactors } from './change-factors.ts'
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
} from './decide.ts'
import type { ChangeOwnFactors, IsRequiredOf, FactorParts } from './own-factors.ts'
import { toOptions, singleUse } from './tokens.ts'

/** Handlers for the authenticator app. Its secret is stored only with its first code; until then it is in a signed token. */
export function appHandlers(
  deps: FactorParts,
  changeOwn: ChangeOwnFactors,
  isRequiredOf: IsRequiredOf,
): Endpoint[] {
  const { commands, clock, secrets, twoFactorTokens } = deps
  return [
    endpoint(twoFactorEndpoints.setUpApp)(async ({ caller, request, body }) => {
      requireConfirmation(deps, request, body.confirmation)
      const { email } = await requireAdmin(commands, caller.id)
      const secret = newSecret()
      const setup = twoFactorTokens.issueSetup(caller.id, secrets.seal(caller.id, secret))
      return { success: true, secret, uri: appUri(secret, email), setup }
    }),
    endpoint(twoFactorEndpoints.addApp)(async (request) => {
      const { caller, body } = request
      await requireAdmin(commands, caller.id)
      const claims = twoFactorTokens.verifySetup(body.setup)
      const secret = claims?.sub === caller.id ? secrets.open(caller.id, claims.sealed) : undefined
      if (claims === undefined || secret === undefined) refuse('link-over', say('appSetupOver'))
      const lastStep = stepOf(secret, body.code, clock()) ?? refuseCode()
      const setup = singleUse(claims.id, claims.exp)
      return changeOwn(request, (codes) => (factors) => {
        const used = acceptOnce(factors, setup, codes.now)
        return addApp(used, { secret: claims.sealed, lastStep, codes })
      })
    }),
    endpoint(twoFactorEndpoints.removeApp)(async (request) => {
      const isRequired = await isRequiredOf(request.caller)
      return changeOwn(
        request,
        () => (factors) => (factors.app === null ? factors : removeApp(factors, isRequired)),
      )
    }),
  ]
}

/** Handlers for passkeys: a challenge is single use, because the change that follows from it records that it was used. */
export function passkeyHandlers(
  deps: FactorParts,
  changeOwn: ChangeOwnFactors,
  isRequiredOf: IsRequiredOf,
): Endpoint[] {
  const { commands, passkeys, twoFactorTokens } = deps
  return [
    endpoint(twoFactorEndpoints.passkeyOptions)(async ({ caller, request, body }) => {
      requireConfirmation(deps, request, body.confirmation)
      const { email, fullName } = await requireAdmin(commands, caller.id)
      if (!passkeys.isOffered) refuse('not-found', say('noPasskeysHere'))
      const factors = await loadFactors(commands, caller.id)
      refuseTooManyPasskeys(factors)
      const options = await passkeys.newPasskeyOptions({
        id: caller.id,
        name: email,
        displayName: fullName,
        passkeys: factors.passkeys,
      })
      return { success: true, passkey: toOptions(twoFactorTokens, 'registration', options, caller.id) }
    }),
    endpoint(twoFactorEndpoints.addPasskey)(async (request) => {
      const { caller, body } = request
      await requireAdmin(commands, caller.id)
      const claims = twoFactorTokens.verifyCeremony('registration', body.ceremony)
      if (claims?.sub !== caller.id) refuse('link-over', say('passkeySetupOver'))
      const { challenge, exp } = claims
      const created = (await passkeys.verifyNew(body.response, { challenge })) ?? refusePasskey()
      const id = randomUUID()
      return changeOwn(request, (codes) => (factors) => {
        const addedAt = new Date(codes.now).toISOString()
        const passkey = { id, name: body.name, ...created, addedAt, lastUsedAt: null }
        return addPasskey(acceptOnce(factors, singleUse(challenge, exp), codes.now), passkey, codes)
      })
    }),
    endpoint(twoFactorEndpoints.renamePasskey)((request) =>
      changeOwn(
        request,
        () => (factors) => renamePasskey(factors, request.params.passkeyId, request.body.name),
      ),
    ),
    endpoint(twoFactorEndpoints.removePasskey)(async (request) => {
      const isRequired = await isRequiredOf(request.caller)
      return changeOwn(
        request,
        () => (factors) => removePasskey(factors, request.params.passkeyId, isRequired),
      )
    }),
  ]
}

/** Returns the account of an admin. Throws `not-allowed`: others may only remove what they added when they were admins. */
async function requireAdmin(commands: Pick<Commands, 'load'>, user: string): Promise<Account> {
  const account = (await loadAccount(commands, user)) ?? refuseMissingAccount()
  if (!account.isAdmin || account.status !== 'active') refuse('not-allowed', say('twoFactorForAdmins'))
  return account
}
