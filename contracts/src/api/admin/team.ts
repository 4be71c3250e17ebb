import { z } from 'zod'
import { invitationDays, invitationStates, maxInvitationNoteLength } from '../../rules/invitations.ts'
import { adminRole, adminSignUpRequest, email, userStatus } from '../accounts/accounts.ts'
import { commandResponse } from '../responses.ts'
import { optionalText } from '../shown-text.ts'

/** An admin as the other admins see them. `lastSeenAt` (ISO) is null while no session is open. */
export const teamMember = z.object({
  _id: z.string(),
  fullName: z.string(),
  username: z.string().nullable(),
  email: z.string(),
  profileImage: z.string().nullable(),
  status: userStatus,
  role: adminRole,
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
})
export type TeamMember = z.infer<typeof teamMember>

/** By name. */
export const teamResponse = z.object({ success: z.literal(true), members: z.array(teamMember) })

export const roleRequest = z.strictObject({ role: adminRole })

const namedPerson = z.object({ _id: z.string(), fullName: z.string() })

/**
 * An invitation of an admin. `email` and `note` are known only while it is open. `link` is null unless it is open; it lets anybody in
 * who has it.
 */
export const invitation = z.object({
  id: z.string(),
  role: adminRole,
  state: z.enum(invitationStates),
  by: namedPerson,
  createdAt: z.string(),
  expiresAt: z.string(),
  email: z.string().nullable(),
  note: z.string().nullable(),
  link: z.string().nullable(),
  /** The admin whom it made. */
  usedBy: namedPerson.nullable(),
})
export type InvitationEntry = z.infer<typeof invitation>

/** The newest first: all open ones, and the newest of the others. */
export const invitationsResponse = z.object({ success: z.literal(true), invitations: z.array(invitation) })

/** Empty texts count as missing. `email`: an address to which the link is mailed. `note`: who it is for, for the list. */
export const createInvitationRequest = z.strictObject({
  role: adminRole,
  days: z.literal(invitationDays),
  email: z
    .string()
    .trim()
    .max(254, 'Email too long')
    .refine((text) => text === '' || email.safeParse(text).success, 'Invalid email format')
    .optional()
    .transform((text) => (text === '' ? undefined : text)),
  note: optionalText(maxInvitationNoteLength, { long: 'Note too long' })
    .optional()
    .transform((text) => (text === '' ? undefined : text)),
})
export type CreateInvitationRequest = z.infer<typeof createInvitationRequest>

export const invitationCreatedResponse = commandResponse.extend({ invitation })

const token = z.string().min(1).max(200)
export const checkInvitationRequest = z.strictObject({ token })

/** What the page of a link says. All but `state` is null unless it is open. */
export const invitationFacts = z.object({
  state: z.enum(invitationStates),
  role: adminRole.nullable(),
  invitedBy: z.string().nullable(),
  expiresAt: z.string().nullable(),
})
export type InvitationFacts = z.infer<typeof invitationFacts>
export const checkInvitationResponse = z.object({ success: z.literal(true), invitation: invitationFacts })

export const acceptInvitationRequest = adminSignUpRequest.omit({ adminKey: true }).extend({ token })
