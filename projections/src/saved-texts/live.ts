import type { SavedText } from '@thirty/contracts/saved-texts/api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import type { savedTextModelEvents } from './projection.ts'

/** Sends a saved text to all admins after it was added, changed, deleted or used. */
export const savedTextUpdates = ({
  id,
  after,
}: DocumentChange<SavedText, typeof savedTextModelEvents>): readonly LiveUpdate[] => [
  {
    room: rooms.admins,
    message: 'saved-texts.changed',
    key: id,
    item: { id, savedText: after ?? null },
  },
]
