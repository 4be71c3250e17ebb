import { optionEndpoints } from '@thirty/contracts/endpoints/challenge/options.ts'
import { defaultOptions, type ChallengeOptions } from '@thirty/contracts/rules/challenge-options.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { livePosition } from '../live-position.ts'
import { optionsDocumentId, optionsProjection } from './projection.ts'

export const optionHandlers = (store: ReadModelStore): Endpoint[] => [
  endpoint(optionEndpoints.current)(async () => {
    // Before the document: a message that is newer than the position replaces the options.
    const position = await livePosition(store, optionsProjection)
    const [options = defaultOptions] = await store.load<ChallengeOptions>(optionsProjection, [
      optionsDocumentId,
    ])
    return { success: true, options, ...position }
  }),
]
