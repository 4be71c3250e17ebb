// The schemas of the forms with a new password: the sign-ups of participants and admins, the reset of a forgotten password, and its change.

import { adminSignUpRequest, changePasswordRequest, signUpRequest } from '@thirty/contracts/accounts/api.ts'
import { z } from 'zod'
import { t } from '../i18n/t.ts'

const repetition = { confirmPassword: z.string() }

/** Returns the schema of a form whose password is typed twice. Screens do not send the second one. */
const typedTwice = <Values extends { password: string; confirmPassword: string }, Typed>(
  fields: z.ZodType<Values, Typed>,
  message = t('common.passwordsMustMatch'),
) =>
  fields
    .refine(({ password, confirmPassword }) => confirmPassword === password, {
      path: ['confirmPassword'],
      message,
    })
    .transform(({ confirmPassword: _, ...request }) => request)

export const signUpForm = typedTwice(signUpRequest.extend(repetition))

const ofAdmins = adminSignUpRequest.extend(repetition)
const differ = t('adminAccounts.passwordsDiffer')
/** The sign-up with the registration key. All fields are required. */
export const adminSignUpForm = typedTwice(ofAdmins, differ)
/** The registration of somebody who was invited, and needs no key. */
export const invitedSignUpForm = typedTwice(ofAdmins.omit({ adminKey: true }), differ)

const { currentPassword, newPassword: password } = changePasswordRequest.shape
export const resetPasswordForm = typedTwice(z.object({ password, ...repetition }))
export const changePasswordForm = typedTwice(z.object({ currentPassword, password, ...repetition }))
