export type Language = {
  /** As in `lang`, in `Accept-Language` and in the names of the files with texts. */
  code: string
  /** In the language itself. */
  name: string
  dir: 'ltr' | 'rtl'
  /** The locale whose rules for plurals, numbers and dates apply. */
  locale: string
  /** How months are written in sentences. "Dez." at the end of one would have two full stops. */
  month: 'short' | 'long'
  /** Nouns keep their capital letter inside of sentences. */
  capitalNouns?: true
  /** Every text of the product is there. Only complete languages are offered; the others are shown to readers with their cookie. */
  complete?: true
}

const rows = [
  { code: 'en', name: 'English', dir: 'ltr', locale: 'en-US', month: 'short', complete: true },
  {
    code: 'de',
    name: 'Deutsch',
    dir: 'ltr',
    locale: 'de-DE',
    month: 'long',
    capitalNouns: true,
    complete: true,
  },
] as const satisfies readonly Language[]

export type AccountLanguage = (typeof rows)[number]['code']

type Row = Language & { code: AccountLanguage }

/**
 * The languages of the product, the default one first: of pages, and of what the server writes for an account. The others have a file of
 * the screens, `frontend/src/messages/<code>.json`, and one of the server, `messages/<code>.json`.
 */
export const languages: readonly [Row, ...Row[]] = rows

/** The languages that an account can have, by their codes. */
export const accountLanguages = languages.map(({ code }) => code)

export const defaultLanguage: AccountLanguage = languages[0].code

/** Returns what a new account stores of the language of its first page: nothing for the default one, which it has without. */
export const languageToStore = (language: AccountLanguage | undefined): { language?: AccountLanguage } =>
  language === undefined || language === defaultLanguage ? {} : { language }

/** Returns the language with a code, such as the stored one of an account; `undefined` for a code that this release does not know. */
export const findAccountLanguage = (code: string | null | undefined): AccountLanguage | undefined =>
  accountLanguages.find((language) => language === code)

/** Makes something for each language. */
export const byLanguage = <Value>(make: (language: Row) => Value): Readonly<Record<AccountLanguage, Value>> =>
  // Safe: the entries are one for each language.
  Object.fromEntries(languages.map((language) => [language.code, make(language)])) as Record<
    AccountLanguage,
    Value
  >
