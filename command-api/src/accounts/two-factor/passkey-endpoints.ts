import { randomUUID } from 'node:crypto'
import { twoFactorEndpoints } from '@thirty/contracts/api/accounts/two-factor.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { loadFactors } from './change-factors.ts'
import { requireConfirmation } from './confirmation.ts'
import {
  addPasskey,
  refusePasskey,
  refuseTooManyPasskeys,
  removePasskey,
  renamePasskey,
  acceptOnce,
} from './decide.ts'
import type { ChangeOwnFactors, IsRequiredOf, FactorParts } from './own-factors.ts'
import { toOptions } from './passkey-options.ts'
import { requireAdmin } from './require-admin.ts'
import { singleUse } from './tokens.ts'

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
      if (!passkeys.isOffered) refuse('not-found', "Passkeys can't be used at this address.")
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
      if (claims?.sub !== caller.id)
        refuse('link-over', 'Adding the passkey took too long. Please start over.')
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
