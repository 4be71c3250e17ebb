// The list of invitations that owners see, with the names of the people in it, and their links.

import { hash } from 'node:crypto'
import type { InvitationEntry } from '@thirty/contracts/team/api.ts'
import { nameAs, standIn, type Named } from '@thirty/contracts/accounts/stand-ins.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { maxEndedInvitations } from '@thirty/contracts/team/invitations.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { invitationState, type Team } from '@thirty/contracts/team/team.ts'
import { derivedToken } from '../../derived-token.ts'
import { tokenLink } from '../../mail-template.ts'
import type { With } from '../../parts.ts'
import { loadAccount } from '../load-account.ts'
import { openInvitations } from './decide.ts'
import { loadOpenDetails } from './invitation-details.ts'

type ListParts = With<'commands' | 'clock' | 'personalDocuments' | 'secret' | 'publicUrl'>

/** Returns the entries of invitations, newest first. Also deletes the address and note of invitations that have ended. */
export async function invitationEntries(deps: ListParts, team: Team): Promise<InvitationEntry[]> {
  const now = deps.clock()
  const open = new Set(openInvitations(team, now))
  const newestFirst = [...team.invitations.values()].reverse()
  const tooOld = new Set(newestFirst.filter((one) => !open.has(one)).slice(maxEndedInvitations))
  const details = await loadOpenDetails(deps, team)
  const people = new Map<string, Promise<Named>>()
  /** Loads each person once: most invitations are by a few owners. */
  const personIn = async (id: string) => {
    const named = people.get(id) ?? personOf(deps, id)
    people.set(id, named)
    return { _id: id, ...nameAs('fullName', await named) }
  }
  const entries = newestFirst
    .filter((invitation) => !tooOld.has(invitation))
    .map(async (invitation) => {
      const { id, role, by, createdAt, expiresAt, user } = invitation
      return {
        id,
        role,
        state: invitationState(team, invitation, now),
        by: await personIn(by),
        createdAt,
        expiresAt: isoTime(expiresAt),
        email: details[id]?.email ?? null,
        note: details[id]?.note ?? null,
        link: open.has(invitation) ? (linkOf(deps, invitation)?.href ?? null) : null,
        usedBy: user === undefined ? null : await personIn(user),
      }
    })
  return Promise.all(entries)
}

/** Returns the name of a user or an operator. */
export async function personOf({ commands }: With<'commands'>, id: string): Promise<Named> {
  if (id === operatorId) return standIn('operator', 'name')
  const account = await loadAccount(commands, id)
  return account === undefined ? standIn('deletedPerson', 'name') : { name: account.fullName }
}

export const hashToken = (token: string): string => hash('sha256', token)

/** Returns the token of an invitation. It is derived, so that owners can copy a link again; only its hash is stored. */
export const tokenOf = (secret: string, id: string): string => derivedToken(secret, 'admin-invitation', id)

/** Returns the link of an invitation; `undefined` if it was made under another secret. */
export function linkOf(
  { secret, publicUrl }: With<'secret' | 'publicUrl'>,
  { id, tokenHash }: { id: string; tokenHash: string },
): URL | undefined {
  const token = tokenOf(secret, id)
  return hashToken(token) === tokenHash ? tokenLink(publicUrl, '/admin/invitation', token) : undefined
}
