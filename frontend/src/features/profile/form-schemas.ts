import { profileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { z } from 'zod'

/** The fields of the form; the server has the same rules, which also prepend `https://` to a website. */
export const profileForm = profileRequest
  .required()
  .omit({ publicFields: true })
  .extend({
    shown: z.object({ bio: z.boolean(), location: z.boolean(), website: z.boolean() }),
    notifications: z.object({ email: z.boolean(), push: z.boolean(), newsletter: z.boolean() }),
  })
