// Handlers that show admins which projects the others have open. Claims are not events: they last minutes and decide nothing.

import { claimEndpoints, type Claim, type Claims } from '@thirty/contracts/judging/claims-api.ts'
import { claimMs } from '@thirty/contracts/judging/claims.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Visit, Visits } from '@thirty/infra/presence/presence.ts'
import { personOf } from '../people.ts'
import type { Parts, With } from '../parts.ts'

export function claimHandlers(parts: Parts): Endpoint[] {
  const { presence } = parts
  const publish = async (visits: Visits) => {
    const claims = await describeClaims(parts, visits)
    parts.broadcast(rooms.admins, 'claims.changed', claims)
    return { success: true, ...claims } as const
  }
  return [
    endpoint(claimEndpoints.all)(async () => ({
      success: true,
      ...(await describeClaims(parts, await presence.all())),
    })),
    endpoint(claimEndpoints.claim)(async ({ caller, params, body }) => {
      if (parseProjectId(params.projectId) === undefined) refuse('project-not-found', say('projectNotFound'))
      return publish(await presence.enter(placeOf(caller, body.tab), params.projectId, claimMs))
    }),
    endpoint(claimEndpoints.release)(async ({ caller, body }) =>
      publish(await presence.leave(placeOf(caller, body.tab))),
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
  const { presence, broadcast } = parts
  await presence
    .leaveSession({ user, session })
    .then(async (visits) => broadcast(rooms.admins, 'claims.changed', await describeClaims(parts, visits)))
    .catch(() => undefined)
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
