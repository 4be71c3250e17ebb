import { invitationState, type Team } from '@thirty/contracts/team/team.ts'
import type { With } from '../../parts.ts'
import type { HourlyTask } from '../../run-hourly.ts'
import { loadTeam } from '../admins/admin-list.ts'
import { removeEndedDetails } from './invitation-details.ts'

/** Deletes the address and note of invitations that are not open any more. */
export async function forgetEnded(deps: With<'clock' | 'personalDocuments'>, team: Team): Promise<void> {
  const now = deps.clock()
  const isOpen = (id: string) => {
    const invitation = team.invitations.get(id)
    return invitation !== undefined && invitationState(team, invitation, now) === 'open'
  }
  await Promise.all(makersOf(team).map((maker) => removeEndedDetails(deps, maker, isOpen)))
}

/** Does so every hour, even if nobody opens the list. Several processes may do so at once. */
export const forgetEndedHourly = (deps: With<'clock' | 'personalDocuments' | 'commands'>): HourlyTask => ({
  pass: async () => forgetEnded(deps, await loadTeam(deps.commands)),
})

/** Returns everybody who may have made an invitation, also one that a log which was put back does not have. */
export const makersOf = ({ members, invitations }: Team): readonly string[] => [
  ...new Set([...members.keys(), ...[...invitations.values()].map(({ by }) => by)]),
]
