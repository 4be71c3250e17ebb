// The limits and the states of invitations of admins. `team.ts` has the invitations themselves.

/** How many days an invitation of an admin may work; the first is preset. */
export const invitationDays = [7, 1, 30] as const

/** Open invitations at the same time. Each one is a way into the admin area. */
export const maxOpenInvitations = 50

/** Ended invitations that the list shows, the newest first. */
export const maxEndedInvitations = 100

export const maxInvitationNoteLength = 200

/**
 * The states of an invitation. Of these only `open` lets somebody in. `void`: its maker stopped being an active owner while it was
 * open.
 */
export const invitationStates = ['open', 'used', 'expired', 'revoked', 'void'] as const
export type InvitationState = (typeof invitationStates)[number]
