// Changes second factors for their owner, who has to have logged in or confirmed a short time ago, and sends an email about the change.

import type { twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { withoutSecrets } from '@thirty/contracts/accounts/two-factor.ts'
import type { EndpointRequest } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { With } from '../../parts.ts'
import { changeFactors, type ChangeFactorsParts } from './change-factors.ts'
import { requireConfirmation } from './confirmation.ts'
import type { NewCodes } from './decide.ts'
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

/** Returns the response to a change. It has `codes` if `change` stored the new recovery codes. */
export async function changeOwnFactors(
  deps: FactorParts,
  { caller: { id: user }, request, correlation, body }: ChangeRequest,
  change: (factors: SecondFactors, codes: NewCodes) => SecondFactors,
) {
  requireConfirmation(deps, request, body.confirmation)
  const codes = newRecoveryCodes()
  const digests = codes.map((code) => recoveryCodeDigest(user, code))
  const now = deps.clock()
  const { factors, account, facts } = await changeFactors(deps, {
    user,
    correlation,
    decide: (before) => change(before, { digests, now }),
  })
  deps.notifyOfFactors(account.account, facts, deps.languageOf(request))
  const areNew = digests.every((digest) => factors.recoveryCodes?.digests.includes(digest))
  return {
    success: true,
    ...(await deps.waitForProjections(account.position)),
    twoFactor: withoutSecrets(factors),
    ...(areNew && { codes }),
  } as const
}
