// Lists as texts: in a sentence, and separated by commas.

import { locale } from '../i18n/locale.ts'
import { hasVisibleText } from '@thirty/contracts/user-texts/visible-text.ts'

/** Joins entries for a sentence: "Rafael and Maya". */
export const formatList = (entries: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(entries)

/** Splits a comma-separated list. Trims the entries and omits blank ones and repetitions, regardless of case. */
export const splitCommaList = (text: string): string[] => {
  const seen = new Set<string>()
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => {
      const key = entry.normalize('NFKC').toLowerCase()
      if (!hasVisibleText(entry) || seen.has(key)) return false
      seen.add(key)
      return true
    })
}

/** Joins entries to a comma-separated list. */
export const joinCommaList = (entries: readonly string[]) => splitCommaList(entries.join(',')).join(', ')
