// The schemas of the forms with a new password: the sign-ups of participants and admins, the reset of a forgotten password, and its change.
// Screens do not send the repeated password.

import {
  adminSignUpRequest,
  changePasswordRequest,
  password,
  signUpRequest,
} from '@thirty/contracts/accounts/api.ts'
import { resetPasswordRequest } from '@thirty/contracts/accounts/email-links-api.ts'
import { z } from 'zod'
import { t } from '../i18n/t.ts'

const repeatsPassword = (form: { password: string; confirmPassword: string }): boolean =>
  form.confirmPassword === form.password

/** The options of `refine` for `repeatsPassword`. */
const repeatedPassword = (message = t('common.passwordsMustMatch')) => ({
  path: ['confirmPassword'],
  message,
  // By default a refinement waits until all other fields are valid.
  when: () => true,
})

export const signUpForm = signUpRequest
  .extend({ confirmPassword: z.string() })
  .refine(repeatsPassword, repeatedPassword())
  .transform(({ confirmPassword: _, ...request }) => request)

/** The sign-up with the registration key. All fields are required. */
export const adminSignUpForm = adminSignUpRequest
  .extend({ confirmPassword: z.string() })
  .refine(repeatsPassword, repeatedPassword(t('adminAccounts.passwordsDiffer')))
  .transform(({ confirmPassword: _, ...request }) => request)

/** The registration of somebody who was invited, and needs no key. */
export const invitedSignUpForm = adminSignUpRequest
  .omit({ adminKey: true })
  .extend({ confirmPassword: z.string() })
  .refine(repeatsPassword, repeatedPassword(t('adminAccounts.passwordsDiffer')))
  .transform(({ confirmPassword: _, ...request }) => request)

export const resetPasswordForm = resetPasswordRequest
  .omit({ token: true })
  .extend({ confirmPassword: z.string() })
  .refine(repeatsPassword, repeatedPassword())

export const changePasswordForm = z
  .object({
    currentPassword: changePasswordRequest.shape.currentPassword,
    password,
    confirmPassword: z.string(),
  })
  .refine(repeatsPassword, repeatedPassword())
