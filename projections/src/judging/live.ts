import { rooms } from '@thirty/contracts/live/live.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import type { JudgingDocument } from './documents.ts'
import type { judgingEvents } from './projection.ts'

/**
 * Tells the admins that the judging changed, and how many ratings a project has. What each of them may see of the ratings differs, so
 * they fetch it.
 */
export function judgingUpdates({
  id,
  before,
  after,
}: DocumentChange<JudgingDocument, typeof judgingEvents>): readonly LiveUpdate[] {
  const document = after ?? before
  if (before === after || document === undefined) return []
  const projectId = document.kind === 'project' ? id : null
  const officialRatings = after?.kind === 'project' ? after.official.length : 0
  const item = { projectId, officialRatings }
  return [{ room: rooms.admins, message: 'judging.changed', item, key: projectId ?? 'other' }]
}
