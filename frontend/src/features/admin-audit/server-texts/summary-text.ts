import type { AuditEntry } from '@thirty/contracts/api/admin/audit.ts'
import { formatAuditTime } from '@thirty/contracts/rules/audit-time.ts'
import { formatScore } from '../../../shared/format/format-score.ts'
import { formatDateWithClockTime } from '../../../shared/format/format-time.ts'
import { createTexts } from '../../../shared/i18n/create-texts.ts'
import { valuesBetween } from './values-between.ts'
import { isIsoTime } from '../iso-time.ts'
import { messages, sources } from '../../../messages/en.ts?translations=auditSummaries'

// The server writes the sentences of the audit in English, as they are exported. They are found here by their words; an English page
// contains none of this.

/** The words of a sentence, with the name of a value at each odd index. */
const templates = Object.entries(sources).map(([key, source]) => ({ key, parts: source.split(/\{(\w+)\}/) }))
const keys = new Map(Object.entries(sources).map(([key, source]) => [source, key]))

const text = createTexts(messages)

/** The end of an entry whose event nobody here vouches for. */
const importedSuffix = ' (imported)'

/** Returns what an entry says, in the language of this page, with its times as screens show them; the English sentence if it has no translation. */
export const summaryText = ({ summary, ...entry }: AuditEntry): string =>
  translatedSummary({ ...entry, summary: withShownTimes(summary, entry) })

/** The times of a sentence are among the values of its entry. */
const withShownTimes = (summary: string, { before, after }: Pick<AuditEntry, 'before' | 'after'>): string =>
  [...Object.values(before), ...Object.values(after)]
    .filter(isIsoTime)
    .reduce(
      (shown, at) => shown.replace(formatAuditTime(at), () => formatDateWithClockTime(Date.parse(at))),
      summary,
    )

function translatedSummary({ imported, ...entry }: AuditEntry): string {
  const { summary, actor, subject } = entry
  if (imported === true && summary.endsWith(importedSuffix)) {
    const told = summary.slice(0, -importedSuffix.length)
    const somebody = { _id: '', name: sources['somebodyElsewhere'] ?? '', avatar: null }
    return text('importedEntry', { summary: translatedSummary({ ...entry, summary: told, actor: somebody }) })
  }
  const names = { actor: actor?.name ?? sources['theSystem'] ?? '', subject: subject.name }
  for (const { key, parts } of templates) {
    const values = valuesIn(summary, parts, names)
    if (!values) continue
    return text(key, Object.fromEntries(values.map(({ name, value }) => [name, translated(name, value)])))
  }
  return summary
}

/** Returns the values of a summary by their names, if it is made of these parts and of the names that are known. */
function valuesIn(summary: string, parts: readonly string[], names: Readonly<Record<string, string>>) {
  const fixed = ['']
  const unknown: string[] = []
  for (const [index, part] of parts.entries()) {
    const words = index % 2 === 0 ? part : names[part]
    if (words === undefined) unknown.push(part)
    if (words === undefined) fixed.push('')
    else fixed[fixed.length - 1] += words
  }
  // A summary can end with a text of any words.
  const found = valuesBetween(fixed, summary, 'last')
  if (!found) return undefined
  const given = Object.entries(names).filter(([name]) => parts.includes(name))
  return [...given, ...unknown.map((name, index) => [name, found[index] ?? ''] as const)].map(
    ([name, value]) => ({ name, value }),
  )
}

function translated(name: string, value: string): string {
  if (name === 'average') return formatScore(Number(value))
  if (name === 'options') return value.split(' and ').map(phrase).join(', ')
  return phrase(value)
}

/** Returns words of the server, such as the name of a deleted account, in the language of this page. */
function phrase(words: string): string {
  const key = keys.get(words)
  return key === undefined ? words : text(key)
}
