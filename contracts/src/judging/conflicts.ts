import type { Permission } from '../team/permissions.ts'

/**
 * Why an admin has a conflict of interest with a participant. A choice instead of a text, because the log keeps it forever and must
 * hold no names.
 */
export const conflictReasons = ['family-or-friend', 'work', 'teaching', 'other'] as const
export type ConflictReason = (typeof conflictReasons)[number]

/** Every rating by an admin reads their conflicts, so both numbers have a limit: how many they have, and how often these change. */
export const maxConflicts = 100
export const maxConflictChanges = 1000

/**
 * Returns the permission that changes or takes back a conflict of interest of an admin. Reviewers change a conflict that they declared;
 * one that another admin declared is changed by admins who decide for all. `by`: who declared it; missing if that is unknown.
 */
export const permissionToChange = (admin: string, by: string | undefined): Permission =>
  by === undefined || by === admin ? 'review-projects' : 'run-challenge'
