/**
 * The languages that an account can have and that emails and push messages are written in, by their codes; the default first. A
 * spec checks that every language of the browser is one of them.
 */
export const accountLanguages = ['en', 'de'] as const
export type AccountLanguage = (typeof accountLanguages)[number]

/** Returns what a new account stores of the language of its first page: nothing for the default one, which it has without. */
export const languageToStore = (language: AccountLanguage | undefined): { language?: AccountLanguage } =>
  language === undefined || language === accountLanguages[0] ? {} : { language }

/** Returns the language with a code, such as the stored one of an account; `undefined` for a code that this release does not know. */
export const findAccountLanguage = (code: string | undefined): AccountLanguage | undefined =>
  accountLanguages.find((language) => language === code)
