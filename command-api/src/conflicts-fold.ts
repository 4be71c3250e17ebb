import { conflictEvents, type ConflictEvent } from '@thirty/contracts/events/judging.ts'
import type { ConflictReason } from '@thirty/contracts/rules/judging/conflicts.ts'
import type { Fold } from './fold.ts'

/** The conflicts of interest of an admin, with their reasons by participant, and how often they were changed. */
export type Conflicts = { byParticipant: ReadonlyMap<string, ConflictReason | null>; changes: number }

export const noConflicts: Conflicts = { byParticipant: new Map(), changes: 0 }

export function evolveConflicts({ byParticipant, changes }: Conflicts, event: ConflictEvent): Conflicts {
  const next = new Map(byParticipant)
  switch (event.type) {
    case 'ConflictDeclared':
      next.set(event.data.participant, event.data.reason ?? null)
      break
    case 'ConflictWithdrawn':
      next.delete(event.data.participant)
      break
    default:
      event satisfies never
  }
  return { byParticipant: next, changes: changes + 1 }
}

/** The conflicts, folded from the stream of an admin. They belong to no run. */
export const conflictsFold: Fold<Conflicts, ConflictEvent> = {
  events: conflictEvents,
  initial: noConflicts,
  evolve: evolveConflicts,
}
