// Handlers for conflicts of interest, calibration projects, and claims, which show admins what projects the others have open. Reviews are in
// `projects/`, ratings in `ratings/`.

import { judgingEndpoints, claimEndpoints, type Claim, type Claims } from '@thirty/contracts/judging/api.ts'
import { isPresent, statusFold } from '@thirty/contracts/projects/project-life.ts'
import { refuse, requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { calibrationStream, conflictsStream } from '@thirty/contracts/events/stream-names.ts'
import { claimMs } from '@thirty/contracts/judging/ratings.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import type { Visit, Visits } from '@thirty/infra/presence/presence.ts'
import { loadAccountKind, personOf } from '../people.ts'
import { conflictsFold } from '../conflicts-fold.ts'
import { decidesAboutProject } from '../current-run.ts'
import type { Commands } from '../fold.ts'
import type { Parts, With } from '../parts.ts'
import {
  addToCalibration,
  calibrationFold,
  removeFromCalibration,
  declareConflict,
  withdrawConflict,
} from './decide.ts'

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
      if (!isPresent(status)) refuse('project-not-found', 'projectNotFound')
      if (status === 'rejected') refuse('not-rateable', 'cannotBeRated')
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

async function refuseUnlessKind(commands: Commands, user: string, kind: 'admin' | 'participant') {
  if ((await loadAccountKind(commands, user)) !== kind) refuse('user-not-found', 'userNotFound')
}

/** Claims are not events: they last minutes and decide nothing. */
export function claimHandlers(parts: Parts): Endpoint[] {
  const { presence } = parts
  return [
    endpoint(claimEndpoints.all)(async () => describeClaims(parts, await presence.all())),
    endpoint(claimEndpoints.claim)(async ({ caller, params, body }) => {
      if (parseProjectId(params.projectId) === undefined) refuse('project-not-found', 'projectNotFound')
      return publishClaims(parts, await presence.enter(placeOf(caller, body.tab), params.projectId, claimMs))
    }),
    endpoint(claimEndpoints.release)(async ({ caller, body }) =>
      publishClaims(parts, await presence.leave(placeOf(caller, body.tab))),
    ),
  ]
}

const placeOf = ({ id: user, token }: Caller, tab: string) => ({ user, session: token.id, tab })

/** Ends the claims of a session that was logged out. While the store is away they stay until their time is up. */
export async function releaseSession(
  parts: With<'commands' | 'broadcast' | 'presence'>,
  user: string,
  session: string,
): Promise<void> {
  await parts.presence
    .leaveSession({ user, session })
    .then(async (visits) => publishClaims(parts, visits))
    .catch(() => undefined)
}

async function publishClaims(parts: With<'commands' | 'broadcast'>, visits: Visits) {
  const claims = await describeClaims(parts, visits)
  parts.broadcast(rooms.admins, 'claims.changed', claims)
  return claims
}

/** Names the admins. An admin with a project in several tabs has one claim. */
async function describeClaims({ commands }: With<'commands'>, { version, visits }: Visits): Promise<Claims> {
  const users = [...new Set(visits.map(({ user }) => user))]
  const people = new Map(
    await Promise.all(users.map(async (user) => [user, await personOf(commands, user)] as const)),
  )
  const merged = new Map<string, Visit>()
  for (const visit of visits) {
    const key = `${visit.subject} ${visit.user}`
    const other = merged.get(key) ?? visit
    const since = Math.min(visit.since, other.since)
    merged.set(key, { ...visit, since, until: Math.max(visit.until, other.until) })
  }
  const claims = [...merged.values()].map(({ user, subject, since, until }): Claim => ({
    projectId: subject,
    by: { _id: user, ...nameAs('fullName', people.get(user) ?? { name: '' }) },
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
  }))
  // The time of the store, as are the times of the claims: the clocks of the processes need not agree with it.
  return { claims, version, at: new Date(version / 1000).toISOString() }
}
