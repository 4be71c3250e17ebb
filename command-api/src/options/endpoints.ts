import { optionEndpoints } from '@thirty/contracts/endpoints/challenge/options.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { hasPermission, permissionRefusal } from '@thirty/contracts/rules/permissions.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Request } from 'express'
import type { Commands } from '../handle.ts'
import { commandContext } from '../idempotency.ts'
import { optionsFold } from '../options-fold.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { changeOptions } from './decide.ts'

export type OptionDeps = {
  commands: Commands
  clock: Clock
  waitForProjections: WaitForProjections
  /** Returns whether a user has a second factor. */
  hasSecondFactor: (user: string) => Promise<boolean>
  /** Throws `confirmation-needed` unless the caller has said a short time ago who they are. */
  requireConfirmation: (request: Request) => void
}

/** The handler that switches the options of the installation. */
export const optionHandlers = ({
  commands,
  clock,
  waitForProjections,
  hasSecondFactor,
  requireConfirmation,
}: OptionDeps): Endpoint[] => [
  endpoint(optionEndpoints.change)(async (request) => {
    const { id, role, isOperator } = request.caller
    const { ownersNeedTwoFactor, eventNetworks } = request.body
    // What owners need, and where limits do not hold, is decided by owners.
    const isForOwners = ownersNeedTwoFactor !== undefined || eventNetworks !== undefined
    if (isForOwners && !hasPermission(role, 'manage-team'))
      refuse('not-allowed', permissionRefusal('manage-team'))
    // Operators have no account, and can reset what locks somebody out.
    const isEntitled = isOperator === true || (await hasSecondFactor(id))
    const { state, position } = await commands.handle({
      ...optionsFold,
      stream: challengeStream,
      context: commandContext(request, id, 'change-options'),
      decide: (options) => {
        const endsNeed = options.ownersNeedTwoFactor && ownersNeedTwoFactor === false
        if (endsNeed) requireConfirmation(request.request)
        return changeOptions(options, request.body, { hasSecondFactor: isEntitled, now: clock() })
      },
    })
    return { success: true, ...(await waitForProjections(position)), options: state }
  }),
]
