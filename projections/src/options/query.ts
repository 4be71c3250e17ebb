import { defaultOptions, type ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { optionsDocumentId, optionsProjection } from './projection.ts'

/** Returns the options of the installation. */
export async function loadOptions(store: Pick<ReadModelStore, 'load'>): Promise<ChallengeOptions> {
  const [options = defaultOptions] = await store.load<ChallengeOptions>(optionsProjection, [
    optionsDocumentId,
  ])
  return options
}
