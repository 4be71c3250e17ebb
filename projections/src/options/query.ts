// The options of the installation, as their read model has them.

import { defaultOptions, type ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { readChallenge } from '../read-challenge.ts'
import { isReadModelUnavailable } from '../read-model-unavailable.ts'
import { optionsDocumentId, optionsProjection } from './projection.ts'

export async function loadOptions(store: Pick<ReadModelStore, 'load'>): Promise<ChallengeOptions> {
  const [options = defaultOptions] = await store.load<ChallengeOptions>(optionsProjection, [
    optionsDocumentId,
  ])
  return options
}

type Options = { store: Pick<ReadModelStore, 'load'>; log: Pick<EventLog, 'read'> }

/** Returns what finds the options also while their read model cannot be read: then the last known ones, else those of the log. */
export function currentOptions({ store, log }: Options): () => Promise<ChallengeOptions> {
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
