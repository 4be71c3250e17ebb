import { z } from 'zod'
import { signedInResponse } from '../api/accounts/accounts.ts'
import {
  acceptInvitationRequest,
  checkInvitationRequest,
  checkInvitationResponse,
  createInvitationRequest,
  invitationCreatedResponse,
  invitationsResponse,
  roleRequest,
  teamResponse,
} from '../api/admin/team.ts'
import { commandResponse } from '../api/responses.ts'
import { get, post, put, del } from './endpoint-definition.ts'
import { idParam, userParams } from './path-parameters.ts'

export const teamEndpoints = {
  list: get('/api/admin/team', {
    summary: 'All admins with their roles, by name',
    access: 'view-admin-area',
    response: teamResponse,
    compression: 'never',
  }),
  setRole: put('/api/admin/team/:userId/role', {
    summary: 'Change the role of an admin',
    access: 'manage-team',
    confirmed: true,
    limit: 'admin',
    params: userParams,
    body: roleRequest,
    response: commandResponse,
    errors: ['user-not-found', 'last-admin', 'conflict'],
  }),
}

/** Links that let a new person sign up as an admin. */
export const invitationEndpoints = {
  list: get('/api/admin/invitations', {
    summary: 'Invitations of admins, the newest first',
    access: 'manage-team',
    response: invitationsResponse,
    compression: 'never',
  }),
  create: post('/api/admin/invitations', {
    summary:
      'Make a link that lets one new person sign up as an admin with a role, and mail it if an address is given',
    access: 'manage-team',
    confirmed: true,
    limit: 'invite',
    body: createInvitationRequest,
    status: 201,
    response: invitationCreatedResponse,
    compression: 'never',
    errors: ['quota-reached', 'conflict'],
  }),
  revoke: del('/api/admin/invitations/:invitationId', {
    summary: 'Make the link of an invitation useless',
    access: 'manage-team',
    limit: 'admin',
    params: z.object({ invitationId: idParam }),
    response: commandResponse,
    errors: ['invitation-not-found', 'invitation-over', 'conflict'],
  }),
  check: post('/api/auth/invitations/check', {
    summary: 'Who invites to what role until when, for somebody with the token of a link',
    access: 'everyone',
    limit: 'check-invitation',
    body: checkInvitationRequest,
    response: checkInvitationResponse,
    errors: ['invitation-not-found'],
  }),
  accept: post('/api/auth/invitations/accept', {
    summary: 'Sign up as an admin, with the token of an invitation',
    access: 'visitors',
    limit: 'accept-invitation',
    body: acceptInvitationRequest,
    status: 201,
    response: signedInResponse,
    compression: 'never',
    errors: ['invitation-not-found', 'invitation-over', 'name-taken', 'busy', 'conflict'],
  }),
}
