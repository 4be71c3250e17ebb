import { optionEndpoints } from '@thirty/contracts/challenge/options-api.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { clientAddress } from '@thirty/infra/http/rate-limits/client-address.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { livePosition } from '../live-position.ts'
import { optionsProjection } from './projection.ts'
import { loadOptions } from './query.ts'

export const optionHandlers = (store: ReadModelStore): Endpoint[] => [
  endpoint(optionEndpoints.current)(async ({ request }) => {
    // Before the document: a message that is newer than the position replaces the options.
    const position = await livePosition(store, optionsProjection)
    const yourAddress = clientAddress(request.ip ?? '')
    return { success: true, options: await loadOptions(store), yourAddress, ...position }
  }),
]
