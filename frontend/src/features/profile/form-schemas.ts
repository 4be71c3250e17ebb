// The schemas of the profile form, `profileForm`, and of the form that changes the password, `passwordForm`.

import { changePasswordRequest, password } from '@thirty/contracts/accounts/api.ts'
import { profileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { z } from 'zod'
import { t } from '../../shared/i18n/t.ts'
import { repeatedPassword, repeatsPassword } from '../../shared/ui/forms/repeated-password.ts'

const { fullName, username, bio, location, website, theme, language } = profileRequest.shape

/** The fields of the form; the server has the same rules, which also prepend `https://` to a website. */
export const profileForm = z.object({
  fullName: fullName.unwrap(),
  username: username.unwrap(),
  bio: bio.unwrap(),
  location: location.unwrap(),
  website: website.unwrap(),
  shown: z.object({ bio: z.boolean(), location: z.boolean(), website: z.boolean() }),
  theme: theme.unwrap(),
  language: language.unwrap(),
  notifications: z.object({ email: z.boolean(), push: z.boolean(), newsletter: z.boolean() }),
})

export const passwordForm = z
  .object({
    currentPassword: changePasswordRequest.shape.currentPassword,
    password,
    confirmPassword: z.string(),
  })
  .refine(repeatsPassword, repeatedPassword(t('common.passwordsMustMatch')))
