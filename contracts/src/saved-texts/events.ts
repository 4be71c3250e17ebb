// The events of saved texts, and the texts as their stream records them: what commands and the audit know of them alike.

import { z } from 'zod'
import { savedTextKinds, type SavedTextKind } from './saved-texts.ts'
import { event, type EventOf } from '../events/event-definition.ts'

/**
 * The single stream `texts`: texts that admins insert into rejections and feedback. `savedText` is the id of a text. They belong
 * to the installation: no reset and no restore changes them.
 */
export const savedTextEvents = {
  SavedTextAdded: event(
    { savedText: z.string(), kind: z.enum(savedTextKinds), title: z.string(), text: z.string() },
    'text',
    {
      label: 'Text saved',
      subject: ['savedText'],
      says: {
        savedReasonAdded: '{actor} added the saved reason “{title}”',
        savedFeedbackAdded: '{actor} added the saved feedback “{title}”',
      },
    },
  ),
  SavedTextChanged: event({ savedText: z.string(), title: z.string(), text: z.string() }, 'text', {
    subject: ['savedText'],
    says: {
      savedReasonChanged: '{actor} changed the saved reason “{title}”',
      savedFeedbackChanged: '{actor} changed the saved feedback “{title}”',
    },
  }),
  SavedTextDeleted: event({ savedText: z.string() }, 'text', {
    subject: ['savedText'],
    says: {
      savedReasonDeleted: '{actor} deleted the saved reason “{title}”',
      savedFeedbackDeleted: '{actor} deleted the saved feedback “{title}”',
    },
  }),
}
export type SavedTextEvent = EventOf<typeof savedTextEvents>

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
