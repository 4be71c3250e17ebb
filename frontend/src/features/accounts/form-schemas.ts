// The schemas of the sign-up of participants and, for everybody, of a new password. Screens do not send the repeated password.

import { signUpRequest } from '@thirty/contracts/accounts/api.ts'
import { resetPasswordRequest } from '@thirty/contracts/accounts/email-links-api.ts'
import { z } from 'zod'
import { repeatedPassword, repeatsPassword } from '../../shared/ui/forms/repeated-password.ts'
import { t } from '../../shared/i18n/t.ts'

export const signUpForm = signUpRequest
  .extend({ confirmPassword: z.string() })
  .refine(repeatsPassword, repeatedPassword(t('common.passwordsMustMatch')))
  .transform(({ confirmPassword: _, ...request }) => request)

export const resetPasswordForm = resetPasswordRequest
  .omit({ token: true })
  .extend({ confirmPassword: z.string() })
  .refine(repeatsPassword, repeatedPassword(t('common.passwordsMustMatch')))
