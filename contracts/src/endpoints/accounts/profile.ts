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
import { defineEndpoint } from '../endpoint-definition.ts'

export const profileEndpoints = {
  change: defineEndpoint({
    method: 'PUT',
    path: '/api/auth/profile',
    summary: 'Change my profile and my preferences, the fields that are given',
    access: 'signed-in',
    limit: 'change-own',
    body: profileRequest,
    response: profileResponse,
    errors: ['name-taken', 'conflict'],
  }),
  bookmarks: defineEndpoint({
    method: 'GET',
    path: '/api/auth/bookmarks',
    summary: 'My bookmarks',
    access: 'signed-in',
    limit: 'query',
    response: bookmarksResponse,
  }),
  addBookmark: defineEndpoint({
    method: 'PUT',
    path: '/api/auth/bookmarks',
    summary: 'Bookmark an address; one that is there already stays',
    access: 'signed-in',
    limit: 'change-own',
    body: bookmarkRequest,
    response: bookmarksChangedResponse,
    errors: ['conflict'],
  }),
  addBookmarks: defineEndpoint({
    method: 'POST',
    path: '/api/auth/bookmarks',
    summary: 'Add the bookmarks that this browser kept, as many as there is room for',
    access: 'signed-in',
    limit: 'change-own',
    body: bookmarksRequest,
    response: bookmarksChangedResponse,
    errors: ['conflict'],
  }),
  removeBookmark: defineEndpoint({
    method: 'DELETE',
    path: '/api/auth/bookmarks',
    summary: 'Remove a bookmark; one that is not there stays away',
    access: 'signed-in',
    limit: 'change-own',
    body: bookmarkRequest,
    response: bookmarksChangedResponse,
    errors: ['conflict'],
  }),
}

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
