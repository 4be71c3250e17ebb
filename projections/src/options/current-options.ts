import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import {
  defaultOptions,
  evolveOptions,
  type ChallengeOptions,
} from '@thirty/contracts/challenge/challenge-options.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { isReadModelUnavailable } from '../read-model-unavailable.ts'
import { optionEvents, optionsDocumentId, optionsProjection } from './projection.ts'

type Options = { store: Pick<ReadModelStore, 'load'>; log: Pick<EventLog, 'read'> }

/**
 * Returns a function that returns the options of the installation for decisions about access. While the read model cannot be read,
 * they are the last known options, else the options of the log.
 */
export function currentOptions({ store, log }: Options): () => Promise<ChallengeOptions> {
  let known: ChallengeOptions | undefined
  return async () => {
    try {
      const [stored = defaultOptions] = await store.load<ChallengeOptions>(optionsProjection, [
        optionsDocumentId,
      ])
      known = stored
    } catch (error) {
      if (!isReadModelUnavailable(error)) throw error
    }
    return (known ??= await readOptions(log))
  }
}

async function readOptions(log: Pick<EventLog, 'read'>): Promise<ChallengeOptions> {
  let options = defaultOptions
  for await (const event of log.read(challengeStream))
    if (isEventOf(optionEvents, event)) options = evolveOptions(options, event)
  return options
}
