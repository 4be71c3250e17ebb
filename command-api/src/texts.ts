import { accountLanguages, type AccountLanguage } from '@thirty/contracts/accounts/account-languages.ts'
import type { GetICUArgs } from '@schummar/icu-type-parser'
import compile from 'icu-minify/compile'
import format, { type FormatValues } from 'icu-minify/format'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'

type Key = keyof typeof en
type Arguments<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number }
>
type ValuesOf<Values> = keyof Values extends never ? [] : [values: { [Name in keyof Values]: Values[Name] }]

/** The texts of emails and push messages in one language. */
export type Texts = {
  language: AccountLanguage
  /** Returns a text. A wrong key, a missing value and one of the wrong type do not compile. */
  text<Name extends Key>(key: Name, ...values: ValuesOf<Arguments<(typeof en)[Name]>>): string
  /** Formats a time in milliseconds since 1970. */
  time(at: number, options: Intl.DateTimeFormatOptions): string
}

/** The messages by language. */
export const messages: Record<AccountLanguage, Record<Key, string>> = { en, de }

/** The locales whose rules for plurals, numbers and dates apply. */
const locales: Record<AccountLanguage, string> = { en: 'en-US', de: 'de-DE' }

/** Returns the texts in a language. */
export const textsIn = (language: AccountLanguage): Texts => texts[language]

const createTexts = (language: AccountLanguage): Texts => {
  const locale = locales[language]
  const compiled = new Map(Object.entries(messages[language]).map(([key, text]) => [key, compile(text)]))
  return {
    language,
    text: (key, ...[values]) =>
      // Safe: the types of the arguments allow only texts and numbers.
      String(format(compiled.get(key) ?? key, locale, values as FormatValues | undefined, { formatters })),
    time: (at, options) => new Intl.DateTimeFormat(locale, options).format(at),
  }
}

const formatters = {
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...options),
  getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...options),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...options),
}

// Safe: the entries are one for each language.
const texts = Object.fromEntries(
  accountLanguages.map((language) => [language, createTexts(language)]),
) as Record<AccountLanguage, Texts>
