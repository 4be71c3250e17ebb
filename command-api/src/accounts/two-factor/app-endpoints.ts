import { twoFactorEndpoints } from '@thirty/contracts/api/accounts/two-factor.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { appUri, newSecret, stepOf } from './authenticator-app.ts'
import { requireConfirmation } from './confirmation.ts'
import { addApp, refuseCode, removeApp, acceptOnce } from './decide.ts'
import type { ChangeOwnFactors, IsRequiredOf, FactorParts } from './own-factors.ts'
import { requireAdmin } from './require-admin.ts'
import { singleUse } from './tokens.ts'

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
      if (claims === undefined || secret === undefined)
        refuse('link-over', 'Setting up the app took too long. Please start over.')
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
