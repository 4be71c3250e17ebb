import { profileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { z } from 'zod'

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
