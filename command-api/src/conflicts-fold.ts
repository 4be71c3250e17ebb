// The conflicts of interest of an admin, for `judging/`, which changes them, and for reviews and ratings, which they forbid.

import { conflictEvents, type ConflictEvent } from '@thirty/contracts/judging/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { ConflictReason } from '@thirty/contracts/judging/conflicts.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Fold, Recorded } from './fold.ts'

/** A conflict of interest. `by` declared it, or gave it its reason; missing if that is unknown. */
export type Conflict = { reason: ConflictReason | null; by: string | undefined }

/** The conflicts of interest of an admin by participant, and how often they were changed. */
export type Conflicts = { byParticipant: ReadonlyMap<string, Conflict>; changes: number }

export const noConflicts: Conflicts = { byParticipant: new Map(), changes: 0 }

export function evolveConflicts(
  { byParticipant, changes }: Conflicts,
  event: Pick<Recorded, 'metadata'> & ConflictEvent,
): Conflicts {
  const next = new Map(byParticipant)
  switch (event.type) {
    case 'ConflictDeclared':
      next.set(event.data.participant, { reason: event.data.reason ?? null, by: event.metadata.actor })
      break
    case 'ConflictWithdrawn':
      next.delete(event.data.participant)
      break
  }
  return { byParticipant: next, changes: changes + 1 }
}

/** The conflicts, folded from the stream of an admin. They belong to no run. */
export const conflictsFold: Fold<Conflicts, ConflictEvent> = {
  events: conflictEvents,
  initial: noConflicts,
  evolve: evolveConflicts,
}

/** Refuses a decision about a project by an admin who has a conflict of interest with its owner. */
export function refuseConflict({ byParticipant }: Conflicts, owner: string): void {
  if (byParticipant.has(owner)) refuse('conflict-of-interest', say('conflictOfInterest'))
}
