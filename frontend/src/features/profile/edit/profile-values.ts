// The values of the profile form, the names of its choices, and which values a save sends.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { profileFields } from '@thirty/contracts/accounts/profile-fields.ts'
import type { z } from 'zod'
import type { profileForm } from '../form-schemas.ts'
import {
  defaultLanguage,
  findAccountLanguage,
  languages,
  type AccountLanguage,
} from '@thirty/contracts/languages/languages.ts'
import { activeLanguage } from '../../../shared/i18n/active-language.ts'
import { t } from '../../../shared/i18n/t.ts'

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

/** Fields with one value, which is sent as it is. */
const plainFields = ['fullName', 'username', 'bio', 'location', 'website', 'theme', 'language'] as const
/** What the user can switch on and off: the ways to be notified, and the newsletter. Not what a notification is about. */
export const notificationKinds = ['email', 'push', 'newsletter'] as const

export const notificationNames = {
  email: t('common.emailChannel'),
  push: t('profile.push'),
  newsletter: t('profile.newsletter'),
}

export const themeNames = { light: t('profile.light'), dark: t('profile.dark'), system: t('common.system') }

/** Returns the fields that differ from the initial values of the form, so that a change in another tab is not undone. */
export function changedFields(before: ProfileValues, values: z.output<typeof profileForm>): ProfileRequest {
  const fields = plainFields.filter((field) => values[field] !== before[field])
  const isOtherChoice = profileFields.some((field) => values.shown[field] !== before.shown[field])
  const kinds = notificationKinds.filter((kind) => values.notifications[kind] !== before.notifications[kind])
  return {
    ...Object.fromEntries(fields.map((field) => [field, values[field]])),
    ...(isOtherChoice && { publicFields: profileFields.filter((field) => values.shown[field]) }),
    ...(kinds.length > 0 && {
      notifications: Object.fromEntries(kinds.map((kind) => [kind, values.notifications[kind]])),
    }),
  }
}

/** Returns the language with which the choice begins: the one of the account, else the one of the page, else the first. */
const chosenLanguage = ({ language }: Pick<OwnUser, 'language'>): AccountLanguage =>
  findAccountLanguage(language) ?? findAccountLanguage(activeLanguage.code) ?? defaultLanguage

/** Returns the languages to choose from, each with its own name: the offered ones, the chosen one, and the one of the page. */
export const languageChoices = (chosen: AccountLanguage): { code: AccountLanguage; name: string }[] =>
  languages.filter(({ code, complete }) => complete || code === chosen || code === activeLanguage.code)

/** Returns the name of the chosen language; `undefined` if there is no choice. */
export function languageName(user: Pick<OwnUser, 'language'>): string | undefined {
  const chosen = chosenLanguage(user)
  const choices = languageChoices(chosen)
  return choices.length > 1 ? choices.find(({ code }) => code === chosen)?.name : undefined
}
