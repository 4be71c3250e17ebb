// The options of the installation for decisions about access, also while their read model cannot be read.

import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { readChallenge } from '../read-challenge.ts'
import { isReadModelUnavailable } from '../read-model-unavailable.ts'
import { loadOptions } from './query.ts'

type Options = { store: Pick<ReadModelStore, 'load'>; log: Pick<EventLog, 'read'> }

/** While the read model cannot be read, the options are the last known ones, else the options of the log. */
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
