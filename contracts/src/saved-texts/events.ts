import { z } from 'zod'
import { savedTextKinds } from './saved-texts.ts'
import { event, type EventOf } from '../events/event-definition.ts'

/**
 * The single stream `texts`: texts that admins insert into rejections and feedback. `savedText` is the id of a text. They belong
 * to the installation: no reset and no restore changes them.
 */
export const savedTextEvents = {
  SavedTextAdded: event({
    savedText: z.string(),
    kind: z.enum(savedTextKinds),
    title: z.string(),
    text: z.string(),
  }),
  SavedTextChanged: event({ savedText: z.string(), title: z.string(), text: z.string() }),
  SavedTextDeleted: event({ savedText: z.string() }),
}
export type SavedTextEvent = EventOf<typeof savedTextEvents>
