// Decides who may declare and withdraw a conflict of interest, and which projects every reviewer rates first.
//
// `conflicts-fold.ts` refuses reviews and ratings because of a conflict. Conflicts are in a stream of the admin, because a stream of the
// project would have to exist before its submission. They belong to no run: people stay friends after a reset. The reason is one of four
// choices and not a text, because the log keeps it forever. A rating reads this stream before the project, so it misses a conflict that is
// declared in the milliseconds between. That is enough: a rating before the declaration must be possible anyway, and both are treated alike.
//
// Calibration projects are in one stream, because "at most ten" is a rule about all of them. Its events belong to a run. A calibration
// project that is withdrawn or rejected later stays in the list, but reviewers are no longer asked to rate it.

import {
  calibrationEvents,
  type CalibrationEvent,
  type ConflictEvent,
} from '@thirty/contracts/judging/events.ts'
import { refuse, requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import {
  maxConflictChanges,
  maxConflicts,
  permissionToChange,
  type ConflictReason,
} from '@thirty/contracts/judging/conflicts.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { evolveCalibration, maxCalibrationProjects } from '@thirty/contracts/judging/calibration.ts'
import type { Conflicts } from '../conflicts-fold.ts'
import type { Fold } from '../fold.ts'

/** A conflict of interest of `admin` with `participant`. `role` is the caller's. */
export type ConflictChange = { admin: string; participant: string; role: AdminRole | null }

/**
 * Declares a conflict with a participant, or changes its reason. The same declaration again changes nothing. Throws `not-allowed` for
 * another reason of a conflict that somebody else declared: it would then look like one of the admin.
 */
export function declareConflict(
  conflicts: Conflicts,
  { reason, ...change }: ConflictChange & { reason: ConflictReason | undefined },
): ConflictEvent[] {
  const { byParticipant, changes } = conflicts
  const { participant } = change
  if (byParticipant.get(participant)?.reason === (reason ?? null)) return []
  refuseDeclaredByOther(conflicts, change)
  if (changes >= maxConflictChanges) refuse('too-many', 'conflictsChangedTooOften')
  if (!byParticipant.has(participant) && byParticipant.size >= maxConflicts)
    refuse('quota-reached', 'conflictsLimit', { count: maxConflicts })
  return [{ type: 'ConflictDeclared', data: { participant, ...(reason !== undefined && { reason }) } }]
}

/**
 * Takes back a conflict. The number of its changes is not limited: each needs a declaration. Throws `not-allowed` for a conflict that
 * somebody else declared.
 */
export function withdrawConflict(conflicts: Conflicts, change: ConflictChange): ConflictEvent[] {
  const { participant } = change
  if (!conflicts.byParticipant.has(participant)) return []
  refuseDeclaredByOther(conflicts, change)
  return [{ type: 'ConflictWithdrawn', data: { participant } }]
}

/** Only somebody who decides for all admins changes what another person has declared about one of them. */
function refuseDeclaredByOther({ byParticipant }: Conflicts, { admin, participant, role }: ConflictChange) {
  requirePermission(role, permissionToChange(admin, byParticipant.get(participant)?.by))
}

/** The ids of the calibration projects. */
export type Calibration = readonly string[]

/** The calibration projects: a new run begins without any. */
export const calibrationFold: Fold<Calibration, CalibrationEvent> = {
  events: calibrationEvents,
  initial: [],
  evolve: evolveCalibration,
}

/** Asks every reviewer to rate a project first. Asking again changes nothing. */
export function addToCalibration(calibration: Calibration, project: string): CalibrationEvent[] {
  if (calibration.includes(project)) return []
  if (calibration.length >= maxCalibrationProjects)
    refuse('quota-reached', 'calibrationLimit', { count: maxCalibrationProjects })
  return [{ type: 'CalibrationProjectAdded', data: { project } }]
}

export const removeFromCalibration = (calibration: Calibration, project: string): CalibrationEvent[] =>
  calibration.includes(project) ? [{ type: 'CalibrationProjectRemoved', data: { project } }] : []
