// Names, figures, lists and texts as screens show them. Times are in `format-time.ts`.

import type { Named } from '@thirty/contracts/accounts/stand-ins.ts'
import { hasVisibleText } from '@thirty/contracts/user-texts/visible-text.ts'
import { locale, numberFormat } from '../i18n/locale.ts'
import { t } from '../i18n/t.ts'

/**
 * Marks above and below one letter that would leave its line: no language writes more than three marks that all scripts share, nor more
 * than six of its own.
 */
const tooMany = /(?<=\p{M}{6})\p{M}+/gu
const tooManyShared = /(?<=(?:(?=\p{sc=Zinh})\p{M}){3})(?:(?=\p{sc=Zinh})\p{M})+/gu

/** Returns the name of a person or a project, or a line with one, as a page shows it: stacked marks keep their line. */
export const formatName = (name: string): string => name.replaceAll(tooMany, '').replaceAll(tooManyShared, '')

/** Returns the first word of a name, or all words that stand for somebody without an account. */
export function formatFirstName(person: Named): string {
  const [field, name] = 'name' in person ? ['name', person.name] : ['fullName', person.fullName]
  const isStandIn = person.nameCodes?.[field] !== undefined
  return formatName(isStandIn ? name : (name.trim().split(/\s+/u)[0] ?? name))
}

/** Returns the host of a web address without `www.`, such as "developer.mozilla.org". Throws if it is not an address. */
export const formatSite = (url: string): string => new URL(url).hostname.replace(/^www\./, '')

/** Formats a number with the separators of the language: "1,234.5". */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  numberFormat(options).format(value)

const oneDecimal = (value: number): string =>
  formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Formats total points with separator and one decimal: "1,654.0". */
export const formatPoints = oneDecimal

/** Formats the gap to the next rank: "24 points behind Ana", or "level with Ana" for a tie. */
export const formatPointsBehind = (gap: number, name: string): string =>
  gap > 0
    ? t('format.pointsBehind', {
        gap: t('format.points', { points: Math.round(gap * 10) / 10 }),
        name: formatName(name),
      })
    : t('format.levelWith', { name: formatName(name) })

/** Formats a rating from 0 to 5 with one decimal: "4.2". */
export const formatScore = (value: number): string => oneDecimal(Number(value.toFixed(1)))

/** Formats a file size: "640 B", "82 KB", "1.4 MB". */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1024) return `${formatNumber(bytes)} B`
  if (bytes < 1024 * 1024) return `${formatNumber(Math.round(bytes / 1024))} KB`
  return `${oneDecimal(bytes / 1024 / 1024)} MB`
}

/** Abbreviates a number above 99,999 ("164k", "1.2M"); returns undefined for smaller ones. */
export const abbreviateNumber = (value: number): string | undefined => {
  if (Math.abs(value) <= 99_999) return undefined
  if (Math.abs(value) < 999_500)
    return t('format.thousands', { count: formatNumber(Math.round(value / 1000)) })
  return t('format.millions', { count: oneDecimal(value / 1_000_000) })
}

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

/** Returns the first `length` characters followed by "...", or the text itself if it is not longer. Never splits a surrogate pair. */
export const truncateText = (text: string, length: number): string => {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}...`
}
