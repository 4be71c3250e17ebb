// Rules for texts that a moderator hides: who still reads them, and what they are told.

import type { HiddenText } from './hidden-texts-api.ts'
import type { DiscussionEvent } from './events.ts'
import type { ProjectEvent } from '../projects/events.ts'
import type { AdminRole } from '../team/admin-roles.ts'
import { hasPermission } from '../team/permissions.ts'
import { nameAs, type Named } from '../accounts/stand-ins.ts'

export type Reader = { id: string; role?: AdminRole | null }

/** Which moderator hid a text, why, and when (ISO). */
export type StoredHidden = { by: string; reason: string; at: string }

type ModerationEvent = Extract<
  ProjectEvent | DiscussionEvent,
  { type: `${'Comment' | 'Discussion' | 'Reply'}${'Hidden' | 'Shown'}` }
> & { at: string }

/** Returns a stored text after it was hidden or shown again. */
export function withHidden<Text extends { hidden?: StoredHidden }>(text: Text, event: ModerationEvent): Text {
  const { hidden: _, ...shown } = text
  if (!('reason' in event.data)) return shown as Text
  const { by, reason } = event.data
  return { ...text, hidden: { by, reason, at: event.at } }
}

const isModerator = (reader: Reader): boolean => hasPermission(reader.role, 'moderate-community')

/** Whether a reader sees a text: hidden ones are for their authors and moderators. */
export const isVisibleTo = (text: { by: string; hidden?: StoredHidden }, reader: Reader): boolean =>
  text.hidden === undefined || text.by === reader.id || isModerator(reader)

/** Returns what a reader of a hidden text sees about it; nothing for other texts. `personOf` finds a moderator. */
export function hiddenFor(
  { hidden }: { hidden?: StoredHidden },
  reader: Reader,
  personOf: (user: string) => Named,
): { hidden?: HiddenText } {
  if (hidden === undefined) return {}
  const { reason, at, by } = hidden
  return { hidden: { reason, at, ...(isModerator(reader) && nameAs('by', personOf(by))) } }
}
