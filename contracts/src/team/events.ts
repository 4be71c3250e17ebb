// The events of admins: their roles, and the invitations of further ones.

import { z } from 'zod'
import { adminRoles } from './admin-roles.ts'
import { event, unauditedEvent, type EventOf } from '../events/event-definition.ts'

const adminRole = z.enum(adminRoles)

/**
 * The single stream `admins`: who is an admin, with which role, and the invitations of further ones. One stream for all makes it
 * possible to protect the last owner, and to take an invitation back together with the role of its maker. It contains neither names
 * nor email addresses.
 */
export const adminEvents = {
  /** `role` is missing for admins who keep the role that they have; without any event that is owner. */
  AdminJoined: unauditedEvent({ user: z.string(), role: adminRole.optional() }),
  AdminLeft: unauditedEvent({ user: z.string() }),
  AdminRoleChanged: event({ user: z.string(), from: adminRole, to: adminRole }, 'user', {
    label: 'Role changed',
    says: { roleChanged: '{actor} changed the role of {subject} from {from} to {to}' },
  }),
  /** `tokenHash`: SHA-256 of the token in the link, hex. `expiresAt`: ISO time. `by` is an operator or an owner. */
  InvitationCreated: event(
    {
      invitation: z.string(),
      tokenHash: z.string(),
      role: adminRole,
      by: z.string(),
      expiresAt: z.string(),
    },
    'invitation',
    {
      label: 'Admin invited',
      says: { adminInvited: '{actor} invited an admin with the role {role}' },
    },
  ),
  /** `user` is the admin whom the invitation made. */
  InvitationUsed: event({ invitation: z.string(), user: z.string() }, 'invitation', {
    actor: 'user',
    says: { invitationWasUsed: '{actor} used an invitation by {maker} with the role {role}' },
  }),
  InvitationRevoked: event({ invitation: z.string() }, 'invitation', {
    says: { invitationWasRevoked: '{actor} revoked an invitation with the role {role}' },
  }),
}
export type AdminEvent = EventOf<typeof adminEvents>
