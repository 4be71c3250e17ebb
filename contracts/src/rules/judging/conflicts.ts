/**
 * Why an admin has a conflict of interest with a participant. A choice instead of a text, because the log keeps it for ever and must
 * hold no names.
 */
export const conflictReasons = ['family-or-friend', 'work', 'teaching', 'other'] as const
export type ConflictReason = (typeof conflictReasons)[number]

/** Every rating by an admin reads their conflicts, so both numbers have a limit: how many they have, and how often these change. */
export const maxConflicts = 100
export const maxConflictChanges = 1000
