// Handlers for conflicts of interest and of the calibration projects. Reviews are in `projects/`, ratings in `ratings/`.

import { judgingEndpoints } from '@thirty/contracts/judging/api.ts'
import { isPresent, statusFold } from '@thirty/contracts/projects/project-life.ts'
import { refuse, requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { calibrationStream, conflictsStream } from '@thirty/contracts/events/stream-names.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { loadAccountKind } from '../people.ts'
import { conflictsFold } from '../conflicts-fold.ts'
import { decidesAboutProject } from '../current-run.ts'
import type { Commands } from '../fold.ts'
import type { Parts } from '../parts.ts'
import { addToCalibration, calibrationFold, removeFromCalibration } from './calibration/decide.ts'
import { declareConflict, withdrawConflict } from './conflicts/decide.ts'

export function judgingHandlers({ commands, command }: Parts): Endpoint[] {
  return [
    command(judgingEndpoints.declareConflict, 'declare-conflict', conflictsFold, async ({ caller, body }) => {
      const { participant, admin = caller.id, reason } = body
      refuseForOthers(caller, admin)
      await refuseUnlessKind(commands, participant, 'participant')
      if (admin !== caller.id) await refuseUnlessKind(commands, admin, 'admin')
      const conflict = { admin, participant, reason, role: caller.role }
      return { stream: conflictsStream(admin), decide: (conflicts) => declareConflict(conflicts, conflict) }
    }),
    command(judgingEndpoints.withdrawConflict, 'withdraw-conflict', conflictsFold, ({ caller, body }) => {
      const { participant, admin = caller.id } = body
      refuseForOthers(caller, admin)
      const conflict = { admin, participant, role: caller.role }
      return { stream: conflictsStream(admin), decide: (conflicts) => withdrawConflict(conflicts, conflict) }
    }),
    command(judgingEndpoints.addCalibration, 'add-calibration', calibrationFold, async ({ params }) => {
      const { projectId } = params
      const { stream: project, ...inRun } = await decidesAboutProject(commands, projectId)
      const { state: status } = await commands.load(project, { ...statusFold, ...inRun })
      if (!isPresent(status)) refuse('project-not-found', say('projectNotFound'))
      if (status === 'rejected') refuse('not-rateable', say('cannotBeRated'))
      return {
        ...inRun,
        stream: calibrationStream,
        decide: (calibration) => addToCalibration(calibration, projectId),
      }
    }),
    command(
      judgingEndpoints.removeCalibration,
      'remove-calibration',
      calibrationFold,
      async ({ params }) => ({
        ...(await decidesAboutProject(commands, params.projectId)),
        stream: calibrationStream,
        decide: (calibration) => removeFromCalibration(calibration, params.projectId),
      }),
    ),
  ]
}

/** Every reviewer decides about their own conflicts; only admins who run the challenge decide about conflicts of others. */
function refuseForOthers(caller: { id: string; role: AdminRole | null }, admin: string): void {
  if (admin !== caller.id) requirePermission(caller.role, 'run-challenge')
}

async function refuseUnlessKind(
  commands: Commands,
  user: string,
  kind: 'admin' | 'participant',
): Promise<void> {
  if ((await loadAccountKind(commands, user)) !== kind) refuse('user-not-found', say('userNotFound'))
}
