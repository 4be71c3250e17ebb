import type { AuditEntry } from '@thirty/contracts/api/admin/audit.ts'
import { formatScore } from '../../../shared/format/format-score.ts'
import { createTexts } from '../../../shared/i18n/create-texts.ts'
import { escapeForPattern } from '../../../shared/i18n/server-texts/create-server-texts.ts'
import { messages, sources } from './messages/en.ts?translations'

// The server writes the sentences of the audit in English, as they are exported. They are found here by their words, as other texts
// of the server are (shared/i18n/server-texts). An English page contains none of this.

/** The words of a sentence, with the name of a value at each odd index. */
const templates = Object.entries(sources).map(([key, source]) => ({ key, parts: source.split(/\{(\w+)\}/) }))
const keys = new Map(Object.entries(sources).map(([key, source]) => [source, key]))

// Safe: the values belong to the message.
const text = createTexts(messages) as unknown as (key: string, values?: object) => string

/** Returns what an entry says, in the language of this page; the English sentence if it has no translation. */
export function summaryText({ summary, actor, subject }: AuditEntry): string {
  const names = { actor: actor?.name ?? sources['theSystem'] ?? '', subject: subject.name }
  for (const { key, parts } of templates) {
    const found = patternOf(parts, names).exec(summary)
    if (!found) continue
    const values = parts.filter((_, index) => index % 2 === 1)
    return text(
      key,
      Object.fromEntries(values.map((name, index) => [name, translated(name, found[index + 1] ?? '')])),
    )
  }
  return summary
}

function patternOf(parts: readonly string[], names: Readonly<Record<string, string>>): RegExp {
  const pattern = parts.map((part, index) => {
    if (index % 2 === 0) return escapeForPattern(part)
    const name = names[part]
    return name === undefined ? '(.+?)' : `(${escapeForPattern(name)})`
  })
  return new RegExp(`^${pattern.join('')}$`, 's')
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
