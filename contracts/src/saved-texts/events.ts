import { z } from 'zod'
import { savedTextKinds } from './saved-texts.ts'
import { event, type EventOf } from '../events/event-definition.ts'

/**
 * The single stream `texts`: texts that admins insert into rejections and feedback. `savedText` is the id of a text. They belong
 * to the installation: no reset and no restore changes them.
 */
export const savedTextEvents = {
  SavedTextAdded: event(
    {
      savedText: z.string(),
      kind: z.enum(savedTextKinds),
      title: z.string(),
      text: z.string(),
    },
    'text',
    {
      action: ['saved-text-added', 'Text saved'],
      subject: ['savedText'],
      says: {
        savedReasonAdded: '{actor} added the saved reason “{title}”',
        savedFeedbackAdded: '{actor} added the saved feedback “{title}”',
      },
    },
  ),
  SavedTextChanged: event({ savedText: z.string(), title: z.string(), text: z.string() }, 'text', {
    action: ['saved-text-changed', 'Saved text changed'],
    subject: ['savedText'],
    says: {
      savedReasonChanged: '{actor} changed the saved reason “{title}”',
      savedFeedbackChanged: '{actor} changed the saved feedback “{title}”',
    },
  }),
  SavedTextDeleted: event({ savedText: z.string() }, 'text', {
    action: ['saved-text-deleted', 'Saved text deleted'],
    subject: ['savedText'],
    says: {
      savedReasonDeleted: '{actor} deleted the saved reason “{title}”',
      savedFeedbackDeleted: '{actor} deleted the saved feedback “{title}”',
    },
  }),
}
export type SavedTextEvent = EventOf<typeof savedTextEvents>
