// The projection of saved texts: one document for each, in every run. A use is a rejection or an official rating that names the text, also
// if it was made in an earlier run.

import type { SavedText } from '@thirty/contracts/saved-texts/api.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { savedTextEvents } from '@thirty/contracts/saved-texts/events.ts'
import { savedTextsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'

const savedTextModelEvents = {
  ...savedTextEvents,
  ...pickEvents(projectEvents, 'ProjectRejected', 'ProjectRated'),
}

/** The index of all saved texts, in the order of their first position. */
export const savedTextIndex = 'all'

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
