// Saved texts as the stream `texts` records them: what commands and the audit know of them alike.

import { savedTextEvents, type SavedTextEvent } from './events.ts'
import type { SavedTextKind } from './saved-texts.ts'

/** A saved text. `by` is the id of the admin who wrote it or changed it last, at `at` (ISO) and at a position of the log. */
export type SavedText = {
  kind: SavedTextKind
  title: string
  text: string
  by: string
  at: string
  position: bigint
}

/** All saved texts, by id. */
export type SavedTexts = ReadonlyMap<string, SavedText>

type Recorded = { at: string; position: bigint; metadata: { actor?: string } }

export const recordedTexts = {
  events: savedTextEvents,
  initial: new Map() as SavedTexts,
  evolve(texts: SavedTexts, event: SavedTextEvent & Recorded): SavedTexts {
    const { at, position, metadata } = event
    const written = { by: metadata.actor ?? '', at, position }
    const next = new Map(texts)
    switch (event.type) {
      case 'SavedTextAdded': {
        const { savedText, ...content } = event.data
        return next.set(savedText, { ...content, ...written })
      }
      case 'SavedTextChanged': {
        const { savedText, ...content } = event.data
        const before = texts.get(savedText)
        return before === undefined ? texts : next.set(savedText, { ...before, ...content, ...written })
      }
      case 'SavedTextDeleted':
        next.delete(event.data.savedText)
        return next
    }
  },
}
