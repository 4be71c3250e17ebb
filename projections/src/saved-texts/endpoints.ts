import { savedTextEndpoints, type SavedText } from '@thirty/contracts/saved-texts/api.ts'
import { maxSavedTexts, savedTextKinds } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { livePosition } from '../live-position.ts'
import { savedTextIndex, savedTextsProjection } from './projection.ts'

export const savedTextHandlers = (store: ReadModelStore): Endpoint[] => [
  endpoint(savedTextEndpoints.list)(async () => {
    // Before the documents: a message that is newer than the position replaces what it names.
    const position = await livePosition(store, savedTextsProjection)
    const range = { offset: 0, limit: maxSavedTexts * savedTextKinds.length }
    const found = await store.range<SavedText>(savedTextsProjection, savedTextIndex, range)
    return { success: true, savedTexts: found.map(({ document }) => document), ...position }
  }),
]
