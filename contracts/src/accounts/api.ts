// Endpoints of accounts: sign-up, the caller's account, password, logout and deletion; and the schemas of names, email addresses, passwords
// and tokens that other requests have, too. The endpoint of the login is in `two-factor-api.ts`, because it may need a second factor.

import { z } from 'zod'
import { passwordRules } from './password-rules.ts'
import { adminRoles } from '../team/admin-roles.ts'
import { profileFields } from './profile-fields.ts'
import { isEmailAddress } from './email-address.ts'
import { canonicalEmail } from './canonical-names.ts'
import { nameCharacters, toOrdinaryName } from './person-name.ts'
import { hasVisibleLetter } from '../user-texts/visible-text.ts'
import { rule } from '../texts/text.ts'
import { get, post, del } from '../endpoints/endpoint-definition.ts'
import { commandResponse, queryResponse } from '../endpoints/responses.ts'
import { required, tooLong } from '../endpoints/shown-text.ts'

/** A token of the server, such as that of a link in an email. */
export const tokenUpTo = (maxLength: number) =>
  z
    .string({ error: rule('tokenRequired') })
    .min(1, rule('tokenRequired'))
    .max(maxLength, rule('tooLong'))

/**
 * 2–120 characters that a name may have (`nameCharacters`), and at least one visible letter. Spaces and hyphens of any kind become
 * ordinary ones. Letters that Unicode calls default-ignorable, such as Hangul fillers, are blank and refused.
 */
export const fullName = z
  .string({ error: rule('fullNameRequired') })
  .overwrite(toOrdinaryName)
  .min(1, rule('fullNameRequired'))
  .min(2, rule('nameTooShort'))
  .max(120, rule('nameTooLong'))
  .regex(nameCharacters, rule('invalidCharacters'))
  .refine(hasVisibleLetter, rule('invalidCharacters'))

/** A username as typed; an empty text means no username. */
export const usernameInput = z
  .string({ error: rule('usernameRequired') })
  .trim()
  .regex(/^[A-Za-z0-9_]*$/, rule('usernameCharacters'))
  .refine((text) => text === '' || text.length >= 3, rule('usernameTooShort'))
  .max(30, rule('usernameTooLong'))

/** An optional username; an empty text counts as missing. */
export const username = usernameInput.optional().transform((text) => (text === '' ? undefined : text))

export const email = required(rule('emailRequired'))
  .max(254, rule('emailTooLong'))
  .refine((text) => isEmailAddress(text) && /\.[^.]{2,}$/.test(canonicalEmail(text)), rule('emailInvalid'))

/** A password as typed: not trimmed, no change of case. */
const typedPassword = z
  .string({ error: rule('passwordRequired') })
  .min(1, rule('passwordRequired'))
  .max(128, tooLong(128))

/** A new password. */
export const password = typedPassword.superRefine((text, context) => {
  const broken = passwordRules.find((rule) => !rule.holds(text))
  if (broken !== undefined) context.addIssue({ code: 'custom', message: broken.message })
})

export const signUpRequest = z.strictObject({ fullName, username, email, password })
export type SignUpRequest = z.infer<typeof signUpRequest>

export const logInRequest = z.strictObject({
  emailOrUsername: required(rule('emailOrUsernameRequired')).max(254, rule('tooLong')),
  password: typedPassword,
})
export type LogInRequest = z.infer<typeof logInRequest>

export const adminSignUpRequest = z.strictObject({
  fullName,
  username: usernameInput.min(1, rule('usernameRequired')),
  email,
  password,
  adminKey: required(rule('adminKeyRequired')).max(200, rule('tooLong')),
})

export const userStatus = z.enum(['active', 'inactive', 'pending'])

export const adminRole = z.enum(adminRoles)

export const theme = z.enum(['light', 'dark', 'system'])

/** A user as seen by themselves. `profileImage` is a path on this site, `createdAt` is ISO time. */
export const ownUser = z.object({
  _id: z.string(),
  fullName: z.string(),
  username: z.string().nullable(),
  email: z.string(),
  /** Whether a link in an email to this address was used, or a sign-in provider has verified it. */
  emailConfirmed: z.boolean(),
  isAdmin: z.boolean(),
  /** What an admin may do: see `permissions`. Null for participants. */
  role: adminRole.nullable(),
  status: userStatus,
  profileImage: z.string().nullable(),
  bio: z.string(),
  location: z.string(),
  website: z.string(),
  /** The fields above that all signed-in users see on the public profile. */
  publicFields: z.array(z.enum(profileFields)),
  theme,
  /** Code of the language of emails and push messages; null until one is chosen. */
  language: z.string().nullable(),
  notifications: z.object({ email: z.boolean(), push: z.boolean(), newsletter: z.boolean() }),
  createdAt: z.string(),
})
export type OwnUser = z.infer<typeof ownUser>

/** Response to sign-up and login: the user with a session token. */
export const signedInResponse = commandResponse.extend({ user: ownUser.extend({ token: z.string() }) })
export type SignedInResponse = z.infer<typeof signedInResponse>

/**
 * `rank` is null for users without a rank, e.g. admins. `token` is set if the request came with a one-time token, and `needsTwoFactor`
 * while the user has to set up two-factor sign-in before anything else.
 */
export const meResponse = queryResponse.extend({
  message: z.string().optional(),
  user: ownUser.extend({ token: z.string().optional() }),
  stats: z.object({ rank: z.int().nullable(), totalParticipants: z.int() }),
  needsTwoFactor: z.literal(true).optional(),
})
export type MeResponse = z.infer<typeof meResponse>

export const changePasswordRequest = z.strictObject({
  currentPassword: logInRequest.shape.password,
  newPassword: password,
})
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>

/** What keeps an account safe, which its user may always do. */
export const ofOwnAccount = { allowsPending: true, allowsBeforeTwoFactor: true } as const

const signUp = { limit: 'sign-up', status: 201, response: signedInResponse, compression: 'never' } as const

export const accountEndpoints = {
  signUp: post('/api/auth/signup', 'everyone', {
    ...signUp,
    summary: 'Sign up as a participant',
    body: signUpRequest,
    errors: ['name-taken'],
  }),
  adminSignUp: post('/api/auth/admin-signup', 'visitors', {
    ...signUp,
    summary: 'Sign up as an admin, with the registration key',
    body: adminSignUpRequest,
    errors: ['wrong-admin-key', 'name-taken'],
  }),
  me: get('/api/auth/me', 'signed-in', {
    summary:
      'My account and my rank; in exchange for the one-time token of a social sign-in also a session token',
    allowsBeforeTwoFactor: true,
    acceptsOneTimeToken: true,
    response: meResponse,
    compression: 'never',
  }),
  changePassword: post('/api/auth/change-password', 'signed-in', {
    summary: 'Change my password; all other sessions end',
    ...ofOwnAccount,
    limit: 'change-password',
    body: changePasswordRequest,
    /** All other sessions of the account have ended; `token` replaces the caller's own. */
    response: commandResponse.extend({ token: z.string() }),
    compression: 'never',
    errors: ['wrong-credentials', 'no-password'],
  }),
  logOut: post('/api/auth/logout', 'signed-in', {
    summary: 'End this session',
    ...ofOwnAccount,
    limit: 'end-sessions',
  }),
  logOutEverywhere: post('/api/auth/logout-everywhere', 'signed-in', {
    summary: 'End all my sessions',
    ...ofOwnAccount,
    limit: 'end-sessions',
  }),
  deleteAccount: del('/api/auth/account', 'signed-in', {
    summary: 'Delete my account and all my personal data',
    allowsPending: true,
    limit: 'change-password',
    /** `password` is missing for accounts created by social sign-in; they need a recent sign-in instead. */
    body: z.strictObject({ password: logInRequest.shape.password.optional() }),
    errors: ['wrong-credentials', 'sign-in-again', 'last-admin'],
  }),
}
