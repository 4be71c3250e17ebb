import { adminsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { invitationState, type Team } from '@thirty/contracts/rules/team.ts'
import type { With } from '../../parts.ts'
import type { HourlyTask } from '../../run-hourly.ts'
import { teamFold } from '../admins/admin-list.ts'
import { removeEndedDetails } from './invitation-details.ts'

/** Returns everybody who has ever made an invitation. */
export const makersOf = ({ invitations }: Team): readonly string[] => [
  ...new Set([...invitations.values()].map(({ by }) => by)),
]

/** Forgets for whom the invitations were that are not open any more. */
export async function forgetEnded(deps: With<'clock' | 'personalDocuments'>, team: Team): Promise<void> {
  const now = deps.clock()
  const isOpen = (id: string) => {
    const invitation = team.invitations.get(id)
    return invitation !== undefined && invitationState(team, invitation, now) === 'open'
  }
  await Promise.all(makersOf(team).map((maker) => removeEndedDetails(deps, maker, isOpen)))
}

/** Forgets it without anybody looking at the list: nothing else happens when an invitation expires. Several processes may do so at once. */
export const expiredInvitations = (deps: With<'clock' | 'personalDocuments' | 'commands'>): HourlyTask => ({
  pass: async () => forgetEnded(deps, (await deps.commands.load(adminsStream, teamFold)).state),
})
