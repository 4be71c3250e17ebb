// Numbers, dates and plurals as the language of this page writes them.

import { activeLanguage } from './active-language.ts'

/** The locale for `Intl`, such as "de-DE". */
export const locale = activeLanguage.locale

/** Returns a function that creates each formatter once: creating one takes a hundred times as long as using it. */
const once = <Options, Formatter>(create: new (locale: string, options?: Options) => Formatter) => {
  const formatters = new Map<string, Formatter>()
  return (options?: Options): Formatter => {
    const key = JSON.stringify(options)
    const formatter = formatters.get(key) ?? new create(locale, options)
    formatters.set(key, formatter)
    return formatter
  }
}

/** Return a formatter in the language of this page. Equal options return the same one. */
export const dateFormat = once<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)
export const numberFormat = once<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
export const pluralRules = once<Intl.PluralRulesOptions, Intl.PluralRules>(Intl.PluralRules)

/** Returns a label as a part of a sentence: "Password" becomes "password", but German nouns keep their capital letter. */
export const inSentence = (label: string): string =>
  activeLanguage.capitalNouns ? label : label.toLowerCase()
