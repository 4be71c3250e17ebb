// Handler that switches the options of the installation.

import { requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import { optionEndpoints } from '@thirty/contracts/challenge/options-api.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { challengeFold } from '../current-run.ts'
import type { Parts } from '../parts.ts'
import { changeOptions } from './decide.ts'

export const optionHandlers = (parts: Parts): Endpoint[] => [
  parts.command(
    optionEndpoints.change,
    'change-options',
    challengeFold,
    async ({ caller, body, request }) => {
      const { id, role, isOperator } = caller
      const { ownersNeedTwoFactor, eventNetworks } = body
      // What owners need, and where limits do not hold, is decided by owners.
      const isForOwners = ownersNeedTwoFactor !== undefined || eventNetworks !== undefined
      if (isForOwners) requirePermission(role, 'manage-team')
      // Operators have no account, and can reset what locks somebody out.
      const hasSecondFactor = isOperator === true || (await parts.hasSecondFactor(id))
      return {
        stream: challengeStream,
        decide: ({ options }) => {
          const endsNeed = options.ownersNeedTwoFactor && ownersNeedTwoFactor === false
          if (endsNeed) parts.requireConfirmation(request)
          return changeOptions(options, body, { hasSecondFactor, now: parts.clock() })
        },
        answer: ({ state: { options } }) => ({ options }),
      }
    },
  ),
]
