// The read model of saved texts: one document for each, in every run, their list, and its changes for all admins. A use is a rejection or
// an official rating that names the text, also if it was made in an earlier run.

import { savedTextEndpoints, type SavedText } from '@thirty/contracts/saved-texts/api.ts'
import { maxSavedTexts, savedTextKinds } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { savedTextsStream } from '@thirty/contracts/events/stream-names.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { savedTextEvents } from '@thirty/contracts/saved-texts/events.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { livePosition } from '../read-model-state.ts'
import { listed } from '../registered-projection.ts'

const savedTextModelEvents = {
  ...savedTextEvents,
  ...pickEvents(projectEvents, 'ProjectRejected', 'ProjectRated'),
}

/** The index of all saved texts, in the order of their first position. */
const savedTextIndex = 'all'

export const savedTextsProjection: Projection<SavedText, typeof savedTextModelEvents> = {
  name: 'saved-texts',
  version: 1,
  streams: [savedTextsStream, 'project-'],
  events: savedTextModelEvents,
  documentIds: ({ data }) => (data.savedText === undefined ? [] : [data.savedText]),
  evolve: (savedText, event) => {
    const { type, data, position } = event
    switch (type) {
      case 'SavedTextAdded': {
        const { savedText: id, ...content } = data
        return { id, ...content, uses: 0, version: position.toString() }
      }
      case 'SavedTextChanged': {
        const { title, text } = data
        return savedText && { ...savedText, title, text, version: position.toString() }
      }
      case 'SavedTextDeleted':
        return undefined
      case 'ProjectRejected':
      case 'ProjectRated':
        // A text that was deleted before it was used has no document.
        return savedText && { ...savedText, uses: savedText.uses + 1 }
    }
  },
  indexEntries: () => ({ [savedTextIndex]: { score: 0 } }),
}

/** Sends a saved text after it was added, changed, deleted or used. */
export const savedTextsModel = (store: ReadModelStore) =>
  listed(
    savedTextsProjection,
    [
      ({ id, after }) => {
        const item = { id, savedText: after ?? null }
        return [{ room: rooms.admins, message: 'saved-texts.changed', key: id, item }]
      },
    ],
    [
      endpoint(savedTextEndpoints.list)(async () => {
        // Before the documents: a message that is newer than the position replaces what it names.
        const position = await livePosition(store, savedTextsProjection)
        const range = { offset: 0, limit: maxSavedTexts * savedTextKinds.length }
        const found = await store.range<SavedText>(savedTextsProjection, savedTextIndex, range)
        return { savedTexts: found.map(({ document }) => document), ...position }
      }),
    ],
  )
