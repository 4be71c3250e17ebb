import { z } from 'zod'
import { savedTextKinds } from '../rules/saved-texts.ts'
import type { EventOf } from './event-definition.ts'

/**
 * The single stream `texts`: texts that admins insert into rejections and feedback. `savedText` is the id of a text. They belong
 * to the installation: no reset and no restore changes them.
 */
export const savedTextEvents = {
  SavedTextAdded: {
    version: 1,
    data: z.object({
      savedText: z.string(),
      kind: z.enum(savedTextKinds),
      title: z.string(),
      text: z.string(),
    }),
  },
  SavedTextChanged: {
    version: 1,
    data: z.object({ savedText: z.string(), title: z.string(), text: z.string() }),
  },
  SavedTextDeleted: { version: 1, data: z.object({ savedText: z.string() }) },
}
export type SavedTextEvent = EventOf<typeof savedTextEvents>
