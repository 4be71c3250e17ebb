// Changes second factors for their owner, who has to have logged in or confirmed a short time ago, and sends an email about the change.

import type { Privileges } from '@thirty/contracts/endpoints/access.ts'
import type { twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { withoutSecrets } from '@thirty/contracts/accounts/two-factor.ts'
import type { EndpointRequest } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { With } from '../../parts.ts'
import { changeFactors, type ChangeFactorsParts } from './change-factors.ts'
import { requireConfirmation } from './confirmation.ts'
import type { TwoFactorParts } from './two-factor-parts.ts'
import { newRecoveryCodes, recoveryCodeDigest } from './recovery-codes.ts'
import type { SecondFactors } from './second-factors.ts'

export type FactorParts = ChangeFactorsParts &
  TwoFactorParts &
  With<'clock' | 'limits' | 'waitForProjections' | 'passwords' | 'languageOf'>

type ChangeRequest = Pick<
  EndpointRequest<typeof twoFactorEndpoints.renewCodes>,
  'caller' | 'request' | 'correlation' | 'body'
>

/** The response has `codes` if they are the stored codes. */
export type ChangeOwnFactors = ReturnType<typeof ownFactors>

export function ownFactors(deps: FactorParts) {
  return async (
    request: ChangeRequest,
    change: (codes: { digests: readonly string[]; now: number }) => (before: SecondFactors) => SecondFactors,
  ) => {
    const { caller, correlation } = request
    requireConfirmation(deps, request.request, request.body.confirmation)
    const codes = newRecoveryCodes()
    const digests = codes.map((code) => recoveryCodeDigest(caller.id, code))
    const { factors, account, facts } = await changeFactors(deps, {
      user: caller.id,
      correlation,
      decide: change({ digests, now: deps.clock() }),
    })
    deps.notifyOfFactors(account.account, facts, deps.languageOf(request.request))
    const areNew = digests.every((digest) => factors.recoveryCodes?.digests.includes(digest))
    return {
      success: true,
      ...(await deps.waitForProjections(account.position)),
      twoFactor: withoutSecrets(factors),
      ...(areNew && { codes }),
    } as const
  }
}

/** Returns whether the installation requires a second factor of the caller. */
export type IsRequiredOf = (caller: Privileges) => Promise<boolean>
