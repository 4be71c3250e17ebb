// The values of the profile form, and which of them a save sends.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { profileFields } from '@thirty/contracts/accounts/profile-fields.ts'
import type { z } from 'zod'
import type { profileForm } from '../form-schemas.ts'
import { chosenLanguage } from '../language/language-choices.ts'

/** What is typed into the form and not saved is kept under this name. */
export const unsentProfile = 'profile'

export type ProfileValues = z.input<typeof profileForm>

/** Returns the values with which the form begins. */
export const profileValues = (user: OwnUser): ProfileValues => ({
  fullName: user.fullName,
  username: user.username ?? '',
  bio: user.bio,
  location: user.location,
  website: user.website,
  shown: {
    bio: user.publicFields.includes('bio'),
    location: user.publicFields.includes('location'),
    website: user.publicFields.includes('website'),
  },
  theme: user.theme,
  language: chosenLanguage(user),
  notifications: user.notifications,
})

const textFields = ['fullName', 'username', 'bio', 'location', 'website'] as const
const notificationKinds = ['email', 'push', 'newsletter'] as const

/** Returns the fields that differ from the initial values of the form, so that a change in another tab is not undone. */
export function changedFields(before: ProfileValues, values: z.output<typeof profileForm>): ProfileRequest {
  const texts = textFields.filter((field) => values[field] !== before[field])
  const isOtherChoice = profileFields.some((field) => values.shown[field] !== before.shown[field])
  const kinds = notificationKinds.filter((kind) => values.notifications[kind] !== before.notifications[kind])
  return {
    ...Object.fromEntries(texts.map((field) => [field, values[field]])),
    ...(isOtherChoice && { publicFields: profileFields.filter((field) => values.shown[field]) }),
    ...(values.theme !== before.theme && { theme: values.theme }),
    ...(values.language !== before.language && { language: values.language }),
    ...(kinds.length > 0 && {
      notifications: Object.fromEntries(kinds.map((kind) => [kind, values.notifications[kind]])),
    }),
  }
}
