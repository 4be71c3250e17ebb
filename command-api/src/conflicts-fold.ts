// The conflicts of interest of an admin, for `judging/`, which changes them, and for reviews and ratings, which they forbid.

import { conflictEvents, type ConflictEvent } from '@thirty/contracts/judging/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { ConflictReason } from '@thirty/contracts/judging/conflicts.ts'
import type { Fold } from './fold.ts'

/** A conflict of interest. `by` declared it, or gave it its reason; missing if that is unknown. */
export type Conflict = { reason: ConflictReason | null; by: string | undefined }

/** The conflicts of interest of an admin by participant, and how often they were changed. */
export type Conflicts = { byParticipant: ReadonlyMap<string, Conflict>; changes: number }

/** Folds the stream of an admin. Conflicts belong to no run. */
export const conflictsFold: Fold<Conflicts, ConflictEvent> = {
  events: conflictEvents,
  initial: { byParticipant: new Map(), changes: 0 },
  evolve: ({ byParticipant, changes }, { type, data, metadata }) => {
    const next = new Map(byParticipant)
    if (type === 'ConflictWithdrawn') next.delete(data.participant)
    else next.set(data.participant, { reason: data.reason ?? null, by: metadata.actor })
    return { byParticipant: next, changes: changes + 1 }
  },
}

/** Refuses a decision about a project by an admin who has a conflict of interest with its owner. */
export function refuseConflict({ byParticipant }: Conflicts, owner: string): void {
  if (byParticipant.has(owner)) refuse('conflict-of-interest', 'conflictOfInterest')
}
