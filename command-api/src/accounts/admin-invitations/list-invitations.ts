import type { InvitationEntry } from '@thirty/contracts/team/api.ts'
import { nameAs, standIn, type Named } from '@thirty/contracts/accounts/stand-ins.ts'
import { maxEndedInvitations } from '@thirty/contracts/team/invitations.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { invitationState, type Invitation, type Team } from '@thirty/contracts/team/team.ts'
import type { With } from '../../parts.ts'
import type { HourlyTask } from '../../run-hourly.ts'
import { loadAccount } from '../load-account.ts'
import { loadDetails, removeEndedDetails, type InvitationDetails } from './invitation-details.ts'
import type { invitationLinks } from './invitation-links.ts'
import { loadTeam } from '../admins/admin-list.ts'

type ListParts = With<'commands' | 'clock' | 'personalDocuments'>

/** Returns the entries of invitations, the newest first, and forgets for whom those were that have ended. */
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

/** Returns everybody who has ever made an invitation. */
const makersOf = ({ invitations }: Team): readonly string[] => [
  ...new Set([...invitations.values()].map(({ by }) => by)),
]

/** Forgets for whom the invitations were that are not open any more. */
async function forgetEnded(deps: With<'clock' | 'personalDocuments'>, team: Team): Promise<void> {
  const now = deps.clock()
  const isOpen = (id: string) => {
    const invitation = team.invitations.get(id)
    return invitation !== undefined && invitationState(team, invitation, now) === 'open'
  }
  await Promise.all(makersOf(team).map((maker) => removeEndedDetails(deps, maker, isOpen)))
}

/** Forgets it without anybody looking at the list: nothing else happens when an invitation expires. Several processes may do so at once. */
export const expiredInvitations = (deps: With<'clock' | 'personalDocuments' | 'commands'>): HourlyTask => ({
  pass: async () => forgetEnded(deps, await loadTeam(deps.commands)),
})
