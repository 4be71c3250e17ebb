// The read model of saved texts: their list, and its changes for all admins.

import { savedTextEndpoints, type SavedText } from '@thirty/contracts/saved-texts/api.ts'
import { maxSavedTexts, savedTextKinds } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { livePosition } from '../live-position.ts'
import { listed } from '../registered-projection.ts'
import { savedTextIndex, savedTextsProjection } from './projection.ts'

/** Sends a saved text after it was added, changed, deleted or used. */
export const savedTextsModel = (store: ReadModelStore) =>
  listed(
    savedTextsProjection,
    [
      ({ id, after }) => [
        {
          room: rooms.admins,
          message: 'saved-texts.changed',
          key: id,
          item: { id, savedText: after ?? null },
        },
      ],
    ],
    [
      endpoint(savedTextEndpoints.list)(async () => {
        // Before the documents: a message that is newer than the position replaces what it names.
        const position = await livePosition(store, savedTextsProjection)
        const range = { offset: 0, limit: maxSavedTexts * savedTextKinds.length }
        const found = await store.range<SavedText>(savedTextsProjection, savedTextIndex, range)
        return { success: true, savedTexts: found.map(({ document }) => document), ...position }
      }),
    ],
  )
