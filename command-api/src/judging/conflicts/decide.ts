import type { ConflictEvent } from '@thirty/contracts/events/judging.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import {
  maxConflictChanges,
  maxConflicts,
  type ConflictReason,
} from '@thirty/contracts/rules/judging/conflicts.ts'
import type { Conflicts } from '../../conflicts-fold.ts'

/** Declares a conflict with a participant, or changes its reason. The same declaration again changes nothing. */
export function declareConflict(
  { byParticipant, changes }: Conflicts,
  { participant, reason }: { participant: string; reason: ConflictReason | undefined },
): ConflictEvent[] {
  if (byParticipant.get(participant) === (reason ?? null)) return []
  if (changes >= maxConflictChanges) refuse('too-many', 'These conflicts of interest were changed too often.')
  if (!byParticipant.has(participant) && byParticipant.size >= maxConflicts)
    refuse('quota-reached', `An admin can have at most ${maxConflicts} conflicts of interest.`)
  return [{ type: 'ConflictDeclared', data: { participant, ...(reason !== undefined && { reason }) } }]
}

/** Takes back a conflict. Always possible, so its number of changes is not limited: each needs a declaration. */
export const withdrawConflict = ({ byParticipant }: Conflicts, participant: string): ConflictEvent[] =>
  byParticipant.has(participant) ? [{ type: 'ConflictWithdrawn', data: { participant } }] : []
