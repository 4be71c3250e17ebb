// The list of invitations that owners see, with the names of the people in it.

import type { InvitationEntry } from '@thirty/contracts/team/api.ts'
import { nameAs, standIn, type Named } from '@thirty/contracts/accounts/stand-ins.ts'
import { maxEndedInvitations } from '@thirty/contracts/team/invitations.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { invitationState, type Invitation, type Team } from '@thirty/contracts/team/team.ts'
import type { With } from '../../parts.ts'
import { loadAccount } from '../load-account.ts'
import { forgetEnded, makersOf } from './forget-ended-invitations.ts'
import { loadDetails, type InvitationDetails } from './invitation-details.ts'
import type { invitationLinks } from './invitation-links.ts'

type ListParts = With<'commands' | 'clock' | 'personalDocuments'>

/** Returns the entries of invitations, newest first. Also deletes the address and note of invitations that have ended. */
export async function invitationEntries(
  deps: ListParts,
  links: ReturnType<typeof invitationLinks>,
  team: Team,
): Promise<InvitationEntry[]> {
  const now = deps.clock()
  const stateOf = (invitation: Invitation) => invitationState(team, invitation, now)
  const newestFirst = [...team.invitations.values()].reverse()
  const ended = newestFirst.filter((invitation) => stateOf(invitation) !== 'open')
  const tooOld = new Set(ended.slice(maxEndedInvitations))
  const shown = newestFirst.filter((invitation) => !tooOld.has(invitation))

  await forgetEnded(deps, team)
  const details: Record<string, InvitationDetails> = Object.assign(
    {},
    ...(await Promise.all(makersOf(team).map((maker) => loadDetails(deps, maker)))),
  )
  const people = await peopleOf(
    deps,
    shown.flatMap(({ by, user }) => [by, ...(user ? [user] : [])]),
  )
  const personOf = (id: string) => ({ _id: id, ...nameAs('fullName', people(id)) })

  return shown.map((invitation) => {
    const { id, role, by, createdAt, expiresAt, user } = invitation
    const state = stateOf(invitation)
    const { email = null, note = null } = (state === 'open' && details[id]) || {}
    return {
      id,
      role,
      state,
      by: personOf(by),
      createdAt,
      expiresAt: new Date(expiresAt).toISOString(),
      email,
      note,
      link: state === 'open' ? (links.linkOf(invitation)?.href ?? null) : null,
      usedBy: user === undefined ? null : personOf(user),
    }
  })
}

/** Returns the names of users and operators. */
export async function peopleOf(
  { commands }: With<'commands'>,
  ids: readonly string[],
): Promise<(id: string) => Named> {
  const people = await Promise.all(
    [...new Set(ids)].map(async (id): Promise<[string, Named]> => {
      if (id === operatorId) return [id, standIn('operator', 'name')]
      const account = await loadAccount(commands, id)
      return [id, account === undefined ? standIn('deletedPerson', 'name') : { name: account.fullName }]
    }),
  )
  const byId = new Map(people)
  return (id) => byId.get(id) ?? standIn('deletedPerson', 'name')
}
