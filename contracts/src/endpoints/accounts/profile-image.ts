import { commandResponse } from '../../api/responses.ts'
import { profileImageResponse } from '../../api/accounts/profile-image.ts'
import { defineEndpoint } from '../endpoint-definition.ts'

export const profileImageEndpoints = {
  uploadProfileImage: defineEndpoint({
    method: 'POST',
    path: '/api/uploads/profile-image',
    summary:
      'Upload a new profile image: JPEG, PNG or WebP, at most 2 MB, of which the middle square is shown',
    access: 'signed-in',
    limit: 'upload',
    file: 'profileImage',
    status: 201,
    response: profileImageResponse,
    errors: ['too-large', 'wrong-type', 'bad-image', 'quota-reached', 'user-not-found', 'busy'],
  }),
  removeProfileImage: defineEndpoint({
    method: 'DELETE',
    path: '/api/uploads/profile-image',
    summary: 'Take the profile image away',
    access: 'signed-in',
    limit: 'command',
    response: commandResponse,
    errors: ['user-not-found'],
  }),
}
