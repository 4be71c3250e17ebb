// Endpoints for the list of admins, their roles, and invitations of further admins.

import { z } from 'zod'
import { nameCodes, namedUser } from '../accounts/person-summary-api.ts'
import { invitationDays, invitationStates, maxInvitationNoteLength } from './invitations.ts'
import { rule } from '../texts/text.ts'
import { adminRole, adminSignUpRequest, email, signedInResponse } from '../accounts/api.ts'
import { person } from '../accounts/people-api.ts'
import { commandResponse, queryResponse } from '../endpoints/responses.ts'
import { optionalText } from '../endpoints/shown-text.ts'
import { get, post, put, del } from '../endpoints/endpoint-definition.ts'

/** An admin as the other admins see them. */
export const teamMember = person
  .omit({ submissions: true, days: true, isAdmin: true, sessions: true })
  .extend({ role: adminRole })
export type TeamMember = z.infer<typeof teamMember>

/**
 * An invitation of an admin. `email` and `note` are known only while it is open. `link` is null unless it is open; it lets anybody in
 * who has it.
 */
export const invitation = z.object({
  id: z.string(),
  role: adminRole,
  state: z.enum(invitationStates),
  by: namedUser,
  createdAt: z.string(),
  expiresAt: z.string(),
  email: z.string().nullable(),
  note: z.string().nullable(),
  link: z.string().nullable(),
  /** The admin whom it made. */
  usedBy: namedUser.nullable(),
})
export type InvitationEntry = z.infer<typeof invitation>

/** Empty texts count as missing. `email`: an address to which the link is mailed. `note`: who it is for, for the list. */
export const createInvitationRequest = z.strictObject({
  role: adminRole,
  days: z.literal(invitationDays),
  email: z
    .string()
    .trim()
    .max(254, rule('emailTooLong'))
    .refine((text) => text === '' || email.safeParse(text).success, rule('emailInvalid'))
    .optional()
    .transform((text) => (text === '' ? undefined : text)),
  note: optionalText(maxInvitationNoteLength, rule('noteTooLong'))
    .optional()
    .transform((text) => (text === '' ? undefined : text)),
})

export const invitationCreatedResponse = commandResponse.extend({ invitation })

const token = z.string().min(1).max(200)

/** What the page of a link says. All but `state` is null unless it is open. */
export const invitationFacts = z.object({
  state: z.enum(invitationStates),
  role: adminRole.nullable(),
  invitedBy: z.string().nullable(),
  nameCodes,
  expiresAt: z.string().nullable(),
})
export type InvitationFacts = z.infer<typeof invitationFacts>

export const teamEndpoints = {
  list: get('/api/admin/team', 'view-admin-area', {
    summary: 'All admins with their roles, by name',
    response: queryResponse.extend({ members: z.array(teamMember) }),
    compression: 'never',
  }),
  setRole: put('/api/admin/team/:userId/role', 'manage-team', {
    summary: 'Change the role of an admin',
    confirmed: true,
    body: z.strictObject({ role: adminRole }),
    errors: ['last-admin'],
  }),
}

/** Links that let a new person sign up as an admin. */
export const invitationEndpoints = {
  list: get('/api/admin/invitations', 'manage-team', {
    summary: 'Invitations of admins, the newest first',
    /** The newest first: all open ones, and the newest of the others. */
    response: queryResponse.extend({ invitations: z.array(invitation) }),
    compression: 'never',
  }),
  create: post('/api/admin/invitations', 'manage-team', {
    summary:
      'Make a link that lets one new person sign up as an admin with a role, and mail it if an address is given',
    confirmed: true,
    limit: 'invite',
    body: createInvitationRequest,
    status: 201,
    response: invitationCreatedResponse,
    compression: 'never',
    errors: ['quota-reached'],
  }),
  revoke: del('/api/admin/invitations/:invitationId', 'manage-team', {
    summary: 'Make the link of an invitation useless',
    errors: ['invitation-over'],
  }),
  check: post('/api/auth/invitations/check', 'everyone', {
    summary: 'Who invites to what role until when, for somebody with the token of a link',
    limit: 'check-invitation',
    body: z.strictObject({ token }),
    response: queryResponse.extend({ invitation: invitationFacts }),
    errors: ['invitation-not-found'],
  }),
  accept: post('/api/auth/invitations/accept', 'visitors', {
    summary: 'Sign up as an admin, with the token of an invitation',
    limit: 'accept-invitation',
    body: adminSignUpRequest.omit({ adminKey: true }).extend({ token }),
    status: 201,
    response: signedInResponse,
    compression: 'never',
    errors: ['invitation-not-found', 'invitation-over', 'name-taken'],
  }),
}
