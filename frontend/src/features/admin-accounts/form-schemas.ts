// The schemas of the sign-up of admins, with the registration key or with an invitation.

import { adminSignUpRequest } from '@thirty/contracts/accounts/api.ts'
import { z } from 'zod'
import { repeatedPassword, repeatsPassword } from '../../shared/ui/forms/repeated-password.ts'
import { t } from '../../shared/i18n/t.ts'

/** The sign-up with the registration key. All fields are required. The repeated password never leaves the browser. */
export const adminSignUpForm = adminSignUpRequest
  .extend({ confirmPassword: z.string() })
  .refine(repeatsPassword, repeatedPassword(t('adminAccounts.passwordsDiffer')))
  .transform(({ confirmPassword: _, ...request }) => request)

/** The registration of somebody who was invited, and needs no key. */
export const invitedSignUpForm = adminSignUpRequest
  .extend({ adminKey: z.string(), confirmPassword: z.string() })
  .refine(repeatsPassword, repeatedPassword(t('adminAccounts.passwordsDiffer')))
  .transform(({ confirmPassword: _, adminKey: _key, ...request }) => request)

export type AdminSignUpValues = z.input<typeof adminSignUpForm>
