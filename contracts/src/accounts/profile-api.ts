// Endpoints with which users change their own profile, preferences, bookmarks and profile image.

import { z } from 'zod'
import { accountLanguages } from '../languages/languages.ts'
import { maxBookmarks, profileFields } from './profile-fields.ts'
import { isWebAddress } from '../user-texts/web-address.ts'
import { rule } from '../texts/text.ts'
import { uploadResponse } from '../projects/api.ts'
import { commandResponse, queryResponse } from '../endpoints/responses.ts'
import { optionalText, tooLong, webAddressMessage } from '../endpoints/shown-text.ts'
import { fullName, ownUser, theme, usernameInput } from './api.ts'
import { get, post, put, del } from '../endpoints/endpoint-definition.ts'

const notAWebAddress = {
  error: ({ input }: { input?: unknown }) => webAddressMessage(String(input), rule('addressScheme')),
}

const hasScheme = (address: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(address)

/** An address without a scheme gets `https://` in front. An empty text removes the website. */
const website = optionalText(2048)
  .transform((address) => (address === '' || hasScheme(address) ? address : `https://${address}`))
  .refine((address) => address === '' || isWebAddress(address), notAWebAddress)

/** What users may change about themselves; missing fields stay unchanged. */
export const profileRequest = z.strictObject({
  fullName: fullName.optional(),
  /** An empty text removes the username. */
  username: usernameInput.optional(),
  bio: optionalText(1000).optional(),
  location: optionalText(120).optional(),
  website: website.optional(),
  /** All fields that other users may see; every field missing in the list becomes hidden. */
  publicFields: z.array(z.enum(profileFields)).max(profileFields.length).optional(),
  theme: theme.optional(),
  /** The language of emails and push messages. */
  language: z.enum(accountLanguages).optional(),
  notifications: z
    .strictObject({
      email: z.boolean().optional(),
      push: z.boolean().optional(),
      newsletter: z.boolean().optional(),
    })
    .optional(),
})
export type ProfileRequest = z.infer<typeof profileRequest>

const bookmark = z
  .string({ error: rule('webhookAddressRequired') })
  .trim()
  .max(2_048, tooLong(2_048))
  .refine(isWebAddress, notAWebAddress)

const bookmarkRequest = z.strictObject({ url: bookmark })

/** All bookmarks after the change, oldest first. */
const bookmarksChangedResponse = commandResponse.extend({ bookmarks: z.array(z.string()) })

export const profileEndpoints = {
  change: put('/api/auth/profile', 'signed-in', {
    limit: 'change-own',
    summary: 'Change fields of my profile and my preferences; missing fields stay unchanged',
    allowsBeforeTwoFactor: true,
    body: profileRequest,
    response: commandResponse.extend({ user: ownUser }),
    compression: 'never',
    errors: ['name-taken'],
  }),
  bookmarks: get('/api/auth/bookmarks', 'signed-in', {
    summary: 'My bookmarks',
    /** Oldest first. */
    response: queryResponse.extend({ bookmarks: z.array(z.string()) }),
  }),
  addBookmark: put('/api/auth/bookmarks', 'signed-in', {
    limit: 'change-own',
    summary: 'Bookmark a URL; a repeated request changes nothing',
    body: bookmarkRequest,
    response: bookmarksChangedResponse,
  }),
  addBookmarks: post('/api/auth/bookmarks', 'signed-in', {
    limit: 'change-own',
    summary: 'Import the bookmarks of this browser, up to the limit of the account',
    /** The bookmarks that a browser stored before its user signed in. */
    body: z.strictObject({ urls: z.array(bookmark).max(maxBookmarks) }),
    response: bookmarksChangedResponse,
  }),
  removeBookmark: del('/api/auth/bookmarks', 'signed-in', {
    limit: 'change-own',
    summary: 'Remove a bookmark; a repeated request changes nothing',
    body: bookmarkRequest,
    response: bookmarksChangedResponse,
  }),
}

export const profileImageEndpoints = {
  uploadProfileImage: post('/api/uploads/profile-image', 'signed-in', {
    summary:
      'Upload a new profile image: JPEG, PNG or WebP, at most 2 MB; it is cropped to the central square',
    limit: 'upload',
    file: 'profileImage',
    status: 201,
    /** The new profile image and its thumbnail, both square. */
    response: commandResponse.extend(uploadResponse.shape),
    errors: ['quota-reached', 'user-not-found'],
  }),
  removeProfileImage: del('/api/uploads/profile-image', 'signed-in', {
    limit: 'change-own',
    summary: 'Remove the profile image',
    errors: ['user-not-found'],
  }),
}
