import { judgingEndpoints } from '@thirty/contracts/endpoints/judging.ts'
import { isPresent } from '@thirty/contracts/events/project-life.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { AdminRole } from '@thirty/contracts/rules/admin-roles.ts'
import { hasPermission, permissionRefusal } from '@thirty/contracts/rules/permissions.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { calibrationStream, conflictsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { loadAccountKind } from '../account-kind.ts'
import { conflictsFold } from '../conflicts-fold.ts'
import { loadCurrentRun } from '../current-run.ts'
import type { Commands } from '../handle.ts'
import { commandContext, type CommandContext } from '../idempotency.ts'
import { resolveProjectId } from '../runs.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { addToCalibration, removeFromCalibration } from './calibration/decide.ts'
import { calibrationFold } from './calibration/evolve.ts'
import { projectStatusFold } from '../project-status-fold.ts'
import { declareConflict, withdrawConflict } from './conflicts/decide.ts'

export type JudgingDeps = { commands: Commands; waitForProjections: WaitForProjections }

/** Handlers of conflicts of interest and of the calibration projects. */
export function judgingHandlers(deps: JudgingDeps): Endpoint[] {
  const { commands, waitForProjections } = deps
  const respond = async (position: bigint) =>
    ({ success: true, ...(await waitForProjections(position)) }) as const
  return [
    endpoint(judgingEndpoints.declareConflict)(async (request) => {
      const { caller, body } = request
      const { participant, admin = caller.id, reason } = body
      refuseForOthers(caller, admin)
      await refuseUnlessKind(commands, participant, 'participant')
      if (admin !== caller.id) await refuseUnlessKind(commands, admin, 'admin')
      const { position } = await commands.handle({
        ...conflictsFold,
        stream: conflictsStream(admin),
        context: commandContext(request, caller.id, 'declare-conflict'),
        decide: (conflicts) => declareConflict(conflicts, { admin, participant, reason, role: caller.role }),
      })
      return respond(position)
    }),
    endpoint(judgingEndpoints.withdrawConflict)(async (request) => {
      const { caller, body } = request
      const { participant, admin = caller.id } = body
      refuseForOthers(caller, admin)
      const { position } = await commands.handle({
        ...conflictsFold,
        stream: conflictsStream(admin),
        context: commandContext(request, caller.id, 'withdraw-conflict'),
        decide: (conflicts) => withdrawConflict(conflicts, { admin, participant, role: caller.role }),
      })
      return respond(position)
    }),
    endpoint(judgingEndpoints.addCalibration)(async (request) => {
      const context = commandContext(request, request.caller.id, 'add-calibration')
      return respond(await changeCalibration(deps, request.params.projectId, context, true))
    }),
    endpoint(judgingEndpoints.removeCalibration)(async (request) => {
      const context = commandContext(request, request.caller.id, 'remove-calibration')
      return respond(await changeCalibration(deps, request.params.projectId, context, false))
    }),
  ]
}

/** Everybody decides about conflicts of their own; those of another admin are for admins who run the challenge. */
function refuseForOthers(caller: { id: string; role: AdminRole | null }, admin: string): void {
  if (admin !== caller.id && !hasPermission(caller.role, 'run-challenge'))
    refuse('not-allowed', permissionRefusal('run-challenge'))
}

async function refuseUnlessKind(
  commands: Commands,
  user: string,
  kind: 'admin' | 'participant',
): Promise<void> {
  if ((await loadAccountKind(commands, user)) !== kind) refuse('user-not-found', 'User not found')
}

/** Adds a project that can be rated, or removes any. Returns the position. */
async function changeCalibration(
  { commands }: JudgingDeps,
  project: string,
  context: CommandContext,
  isAdded: boolean,
): Promise<bigint> {
  const current = await loadCurrentRun(commands)
  const { run, history } = current
  resolveProjectId(project, current)
  if (isAdded) {
    const { state } = await commands.load(projectStream(project), projectStatusFold(history))
    if (!isPresent(state)) refuse('project-not-found', 'Project Not Found')
    if (state === 'rejected') refuse('not-rateable', "This project can't be rated")
  }
  const { position } = await commands.handle({
    ...calibrationFold(history),
    stream: calibrationStream,
    run: () => run,
    context,
    decide: (calibration) =>
      isAdded ? addToCalibration(calibration, project) : removeFromCalibration(calibration, project),
  })
  return position
}
