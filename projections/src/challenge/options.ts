// The options of the installation, which are independent of the run: how they are read, their endpoint, and what admins and owners receive
// after a change.

import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-state.ts'
import { optionEndpoints } from '@thirty/contracts/challenge/options-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { clientAddress } from '@thirty/infra/http/rate-limits/client-address.ts'
import { disconnectMessage } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { livePosition, isReadModelUnavailable } from '../read-model-state.ts'
import { readChallenge } from '../read-challenge.ts'
import type { LiveUpdate } from '../registered-projection.ts'
import type { ChallengeChange } from './live.ts'
import { challengeProjection, challengeState, loadChallenge } from './read-model.ts'

/**
 * Sends changed options to all admins, and disconnects owners who no longer have to set up two-factor sign-in: their clients ask who they
 * are, and connect again.
 */
export function optionsUpdates({ event, before, after }: ChallengeChange): readonly LiveUpdate[] {
  if (event.type !== 'ChallengeOptionsChanged') return []
  const { options } = challengeState(after)
  const isNoLongerNeeded = challengeState(before).options.ownersNeedTwoFactor && !options.ownersNeedTwoFactor
  return [
    { room: rooms.admins, message: 'options.changed', build: () => ({ options }) },
    ...(isNoLongerNeeded ? [{ room: rooms.twoFactorSetup, message: disconnectMessage } as const] : []),
  ]
}

export const optionHandlers = (store: ReadModelStore): Endpoint[] => [
  endpoint(optionEndpoints.current)(async ({ request }) => {
    // Before the document: a message that is newer than the position replaces the options.
    const position = await livePosition(store, challengeProjection)
    const yourAddress = clientAddress(request.ip ?? '')
    return { options: await loadOptions(store), yourAddress, ...position }
  }),
]

export const loadOptions = async (store: Pick<ReadModelStore, 'load'>): Promise<ChallengeOptions> =>
  (await loadChallenge(store)).options

type OptionSources = { store: Pick<ReadModelStore, 'load'>; log: Pick<EventLog, 'read'> }

/** Returns what finds the options also while their read model cannot be read: then the last known options, else the options in the log. */
export function currentOptions({ store, log }: OptionSources): () => Promise<ChallengeOptions> {
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
