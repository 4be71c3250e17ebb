import { accepted } from '../api/answers.ts'
import { profileImageAnswer } from '../api/pictures.ts'
import { call } from './call.ts'

export const pictureCalls = {
  uploadProfileImage: call({
    method: 'POST',
    path: '/api/uploads/profile-image',
    summary:
      'Upload a new profile image: JPEG, PNG or WebP, at most 2 MB, of which the middle square is shown',
    may: 'signed-in',
    limit: 'upload',
    file: 'profileImage',
    status: 201,
    answer: profileImageAnswer,
    refuses: ['too-large', 'wrong-type', 'bad-image', 'quota-reached', 'user-not-found', 'busy'],
  }),
  removeProfileImage: call({
    method: 'DELETE',
    path: '/api/uploads/profile-image',
    summary: 'Take the profile image away',
    may: 'signed-in',
    limit: 'command',
    answer: accepted,
    refuses: ['user-not-found'],
  }),
}
