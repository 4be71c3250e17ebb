// The read model of the options: how they are read, their endpoint, and what admins and owners receive after a change.

import { defaultOptions, type ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { optionEndpoints } from '@thirty/contracts/challenge/options-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { clientAddress } from '@thirty/infra/http/rate-limits/client-address.ts'
import { disconnectMessage } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { livePosition } from '../live-position.ts'
import { readChallenge } from '../read-challenge.ts'
import { isReadModelUnavailable } from '../read-model-unavailable.ts'
import { listed } from '../registered-projection.ts'
import { optionsDocumentId, optionsProjection } from './projection.ts'

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

export async function loadOptions(store: Pick<ReadModelStore, 'load'>): Promise<ChallengeOptions> {
  const [options = defaultOptions] = await store.load<ChallengeOptions>(optionsProjection, [
    optionsDocumentId,
  ])
  return options
}

/** Returns what finds the options also while their read model cannot be read: then the last known ones, else those of the log. */
export function currentOptions({
  store,
  log,
}: {
  store: Pick<ReadModelStore, 'load'>
  log: Pick<EventLog, 'read'>
}): () => Promise<ChallengeOptions> {
  let known: ChallengeOptions | undefined
  return async () => {
    try {
      known = await loadOptions(store)
    } catch (error) {
      if (!isReadModelUnavailable(error)) throw error
    }
    return (known ??= (await readChallenge(log)).options)
  }
}
