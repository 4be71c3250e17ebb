// The read model of the options: their endpoint, and what admins and owners receive after a change.

import { optionEndpoints } from '@thirty/contracts/challenge/options-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { clientAddress } from '@thirty/infra/http/rate-limits/client-address.ts'
import { disconnectMessage } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { livePosition } from '../live-position.ts'
import { listed } from '../registered-projection.ts'
import { optionsProjection } from './projection.ts'
import { loadOptions } from './query.ts'

/**
 * Sends changed options to all admins, and disconnects owners who no longer have to set up two-factor sign-in: their clients ask who they
 * are, and connect again.
 */
export const optionsModel = (store: ReadModelStore) =>
  listed(
    optionsProjection,
    [
      ({ before, after }) => {
        if (after === undefined) return []
        const isNoLongerNeeded = before?.ownersNeedTwoFactor === true && !after.ownersNeedTwoFactor
        return [
          { room: rooms.admins, message: 'options.changed', build: () => ({ options: after }) },
          ...(isNoLongerNeeded
            ? [{ room: rooms.twoFactorSetup, message: disconnectMessage, build: () => ({}) } as const]
            : []),
        ]
      },
    ],
    [
      endpoint(optionEndpoints.current)(async ({ request }) => {
        // Before the document: a message that is newer than the position replaces the options.
        const position = await livePosition(store, optionsProjection)
        const yourAddress = clientAddress(request.ip ?? '')
        return { success: true, options: await loadOptions(store), yourAddress, ...position }
      }),
    ],
  )
