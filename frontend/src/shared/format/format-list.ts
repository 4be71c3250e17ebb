import { locale } from '../i18n/locale.ts'

/** Joins entries for a sentence: "Rafael and Maya". */
export const formatList = (entries: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(entries)
