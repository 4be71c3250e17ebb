import { z } from 'zod'
import { isEmailAddress } from '../../rules/text/email-address.ts'
import { commandResponse } from '../responses.ts'

/** Text that must be there, without the blanks around it. */
const required = (message: string) => z.string({ error: message }).trim().min(1, message)

/** Letters of any script with their marks, spaces, apostrophes, hyphens; 2–120 characters. */
export const fullName = required('Full name is required')
  .min(2, 'Name too short')
  .max(120, 'Name too long')
  .regex(/^[\p{L}\p{M} '’-]+$/u, 'Invalid characters')

/** A username as it is typed; an empty text is none. */
export const usernameInput = z
  .string({ error: 'Username is required' })
  .trim()
  .regex(/^[A-Za-z0-9_]*$/, 'Only letters, numbers and underscores')
  .refine((text) => text === '' || text.length >= 3, 'Username too short')
  .max(30, 'Username too long')

/** Optional; an empty text counts as not given. */
export const username = usernameInput.optional().transform((text) => (text === '' ? undefined : text))

export const email = required('Email is required')
  .max(254, 'Email too long')
  .refine((text) => isEmailAddress(text) && /\.[^.]{2,}$/.test(text), 'Invalid email format')

/** The five hints of the sign-up form, in their order. `holds` says whether a password meets the rule. */
export const passwordRules = [
  { hint: '8+ characters', message: 'Minimum 8 characters', holds: (text: string) => [...text].length >= 8 },
  {
    hint: 'Uppercase',
    message: 'Need at least 1 uppercase',
    holds: (text: string) => /\p{Lu}/u.test(text),
  },
  {
    hint: 'Lowercase',
    message: 'Need at least 1 lowercase',
    holds: (text: string) => /\p{Ll}/u.test(text),
  },
  { hint: 'Number', message: 'Need at least 1 number', holds: (text: string) => /\p{Nd}/u.test(text) },
  {
    hint: 'Symbol',
    message: 'Need at least 1 symbol',
    holds: (text: string) => /[^\p{L}\p{N}\s]/u.test(text),
  },
] as const

/** Kept exactly as typed: neither trimmed nor changed in case. */
export const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(128, 'At most 128 characters')
  .superRefine((text, context) => {
    const broken = passwordRules.find((rule) => !rule.holds(text))
    if (broken !== undefined) context.addIssue({ code: 'custom', message: broken.message })
  })

export const signUpRequest = z.strictObject({ fullName, username, email, password })
export type SignUpRequest = z.infer<typeof signUpRequest>

/** The sign-up form: the request and the repeated password, which never leaves the browser. */
export const signUpForm = signUpRequest
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.confirmPassword === form.password, {
    path: ['confirmPassword'],
    message: 'Passwords must match',
  })

export const logInRequest = z.strictObject({
  emailOrUsername: required('Email or username is required').max(254, 'Too long'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(128, 'At most 128 characters'),
})
export type LogInRequest = z.infer<typeof logInRequest>

export const adminSignUpRequest = z.strictObject({
  fullName,
  username: usernameInput.min(1, 'Username is required'),
  email,
  password,
  adminKey: required('Admin registration key is required').max(200, 'Too long'),
})
export type AdminSignUpRequest = z.infer<typeof adminSignUpRequest>

export const userStatus = z.enum(['active', 'inactive', 'pending'])

export const theme = z.enum(['light', 'dark', 'system'])

/** A user as the owner sees it. Addresses of pictures are paths of this site. */
export const ownUser = z.object({
  _id: z.string(),
  fullName: z.string(),
  username: z.string().nullable(),
  email: z.string(),
  isAdmin: z.boolean(),
  status: userStatus,
  profileImage: z.string().nullable(),
  bio: z.string(),
  location: z.string(),
  website: z.string(),
  theme,
  notifications: z.object({ email: z.boolean(), push: z.boolean(), newsletter: z.boolean() }),
  createdAt: z.string(),
})
export type OwnUser = z.infer<typeof ownUser>

/** Answer of sign-up and log-in: the user with a session token. */
export const signedInResponse = commandResponse.extend({ user: ownUser.extend({ token: z.string() }) })
export type SignedInResponse = z.infer<typeof signedInResponse>

/** `rank` is null for admins and others who are not ranked. `token` is there when a ticket was changed into a session. */
export const meResponse = z.object({
  success: z.literal(true),
  message: z.string().optional(),
  user: ownUser.extend({ token: z.string().optional() }),
  stats: z.object({ rank: z.int().nullable(), totalParticipants: z.int() }),
})
export type MeResponse = z.infer<typeof meResponse>

export const changePasswordRequest = z.strictObject({
  currentPassword: logInRequest.shape.password,
  newPassword: password,
})
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>

/** Every other session of the account has ended; `token` opens the one that goes on. */
export const changePasswordResponse = commandResponse.extend({ token: z.string() })

/** An account without a password, made by signing in elsewhere, is deleted soon after signing in. */
export const deleteAccountRequest = z.strictObject({ password: logInRequest.shape.password.optional() })
