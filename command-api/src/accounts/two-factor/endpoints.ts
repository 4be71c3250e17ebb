import { twoFactorEndpoints } from '@thirty/contracts/api/accounts/two-factor.ts'
import { operationEndpoints } from '@thirty/contracts/api/admin/operations.ts'
import { needsTwoFactor, withoutSecrets } from '@thirty/contracts/rules/two-factor.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { optionsFold } from '../../options-fold.ts'
import { credentialsFold, passwordHash, credentialsStream } from '../password/credentials.ts'
import { appHandlers } from './app-endpoints.ts'
import { loadFactors } from './change-factors.ts'
import { confirmationHandlers } from './confirmation-endpoints.ts'
import { confirmedUntil } from './confirmation.ts'
import { renewCodes } from './decide.ts'
import { ownFactors, type IsRequiredOf, type FactorParts } from './own-factors.ts'
import { passkeyHandlers } from './passkey-endpoints.ts'
import { resetFactors } from './reset-factors.ts'

/** Handlers by which users see and change their own second factors, and operators remove those of somebody who lost them. */
export function twoFactorHandlers(deps: FactorParts): Endpoint[] {
  const { commands, clock, passkeys, waitForProjections } = deps
  const changeOwn = ownFactors(deps)
  const isRequiredOf: IsRequiredOf = async ({ role }) => {
    const { state: options } = await commands.load(challengeStream, optionsFold)
    return needsTwoFactor({ role, hasSecondFactor: false }, options)
  }

  return [
    endpoint(twoFactorEndpoints.state)(async ({ caller }) => {
      const credentials = await commands.load(credentialsStream(caller.id), credentialsFold)
      const until = confirmedUntil(caller)
      return {
        success: true,
        twoFactor: withoutSecrets(await loadFactors(commands, caller.id)),
        required: await isRequiredOf(caller),
        arePasskeysOffered: passkeys.isOffered,
        hasPassword: passwordHash(credentials.state) !== undefined,
        confirmedUntil: clock() < until ? new Date(until).toISOString() : null,
      }
    }),
    ...confirmationHandlers(deps),
    ...appHandlers(deps, changeOwn, isRequiredOf),
    ...passkeyHandlers(deps, changeOwn, isRequiredOf),
    endpoint(twoFactorEndpoints.renewCodes)((request) =>
      changeOwn(request, (codes) => (factors) => renewCodes(factors, codes)),
    ),
    endpoint(operationEndpoints.resetTwoFactor)(async ({ params, caller, correlation }) => {
      const position = await resetFactors(deps, { user: params.userId, by: caller.id, correlation })
      return {
        success: true,
        message: 'Two-factor sign-in was reset',
        ...(await waitForProjections(position)),
      }
    }),
  ]
}
