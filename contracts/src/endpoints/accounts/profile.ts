import {
  bookmarkRequest,
  bookmarksResponse,
  bookmarksChangedResponse,
  bookmarksRequest,
  profileImageResponse,
  profileResponse,
  profileRequest,
} from '../../api/accounts/profile.ts'
import { commandResponse } from '../../api/responses.ts'
import { get, post, put, del } from '../endpoint-definition.ts'

export const profileEndpoints = {
  change: put('/api/auth/profile', {
    summary: 'Change fields of my profile and my preferences; missing fields stay unchanged',
    access: 'signed-in',
    allowsBeforeTwoFactor: true,
    limit: 'change-own',
    body: profileRequest,
    response: profileResponse,
    compression: 'never',
    errors: ['name-taken', 'conflict'],
  }),
  bookmarks: get('/api/auth/bookmarks', {
    summary: 'My bookmarks',
    access: 'signed-in',
    response: bookmarksResponse,
  }),
  addBookmark: put('/api/auth/bookmarks', {
    summary: 'Bookmark a URL; a repeated request changes nothing',
    access: 'signed-in',
    limit: 'change-own',
    body: bookmarkRequest,
    response: bookmarksChangedResponse,
    errors: ['conflict'],
  }),
  addBookmarks: post('/api/auth/bookmarks', {
    summary: 'Import the bookmarks of this browser, up to the limit of the account',
    access: 'signed-in',
    limit: 'change-own',
    body: bookmarksRequest,
    response: bookmarksChangedResponse,
    errors: ['conflict'],
  }),
  removeBookmark: del('/api/auth/bookmarks', {
    summary: 'Remove a bookmark; a repeated request changes nothing',
    access: 'signed-in',
    limit: 'change-own',
    body: bookmarkRequest,
    response: bookmarksChangedResponse,
    errors: ['conflict'],
  }),
}

export const profileImageEndpoints = {
  uploadProfileImage: post('/api/uploads/profile-image', {
    summary:
      'Upload a new profile image: JPEG, PNG or WebP, at most 2 MB; it is cropped to the central square',
    access: 'signed-in',
    limit: 'upload',
    file: 'profileImage',
    status: 201,
    response: profileImageResponse,
    errors: ['too-large', 'wrong-type', 'bad-image', 'quota-reached', 'user-not-found', 'busy'],
  }),
  removeProfileImage: del('/api/uploads/profile-image', {
    summary: 'Remove the profile image',
    access: 'signed-in',
    limit: 'change-own',
    response: commandResponse,
    errors: ['user-not-found'],
  }),
}
