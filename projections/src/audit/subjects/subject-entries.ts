// Audit entries before the names of their people are looked up, and how each subject makes them from its events.

import type { AuditRecord } from '@thirty/contracts/audit/api.ts'
import { auditSentences, type AuditedType, type SentenceOf } from '@thirty/contracts/audit/audit-actions.ts'
import { messageOf, say, textOf, type Text, type TextValue } from '@thirty/contracts/texts/text.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import { auditedEvents, fieldOf, rowOf, subjectOf, type AuditedEvent } from '../audited-events.ts'

/** Returns the name of a user; a text for a deleted account, and for the product itself, which has no id. */
export type NameOf = (user: string | undefined) => string | Text

/** What an entry says. Without a `subjectName`, the subject has the name of a user: of `subjectUser`, or of the subject itself. */
export type Wording = { said: Text } & Pick<Details, 'subjectName' | 'subjectUser' | 'before' | 'after'>

/** An entry whose names are not looked up yet. `users` are the users whose names `word` needs. */
export type UnnamedEntry = { users: ReadonlySet<string>; word: (nameOf: NameOf) => Wording }

/** `actor` is the name of who did it, `subject` that of the user whom the entry is about. */
type Names = { actor: string | Text; readonly subject: string | Text; nameOf: NameOf }

type Recorded<Type extends AuditedType> = RecordedEventOf<Pick<typeof auditedEvents, Type>>

/**
 * What an entry says besides the sentence of its event. `code`: another one than the first sentence. `values`: of its placeholders, besides
 * the names and the fields of the event. `reason` and `around` are said with it: a reason after it, and a text with the sentence as `{said}`.
 */
export type Details<Code = string> = {
  code?: Code
  values?: Readonly<Record<string, TextValue>>
  reason?: string | undefined
  around?: (said: Text) => Text
  subjectName?: string
  subjectUser?: string
  before?: AuditRecord
  after?: AuditRecord
}

/** Returns the details of the entry for an event, or `undefined` if it is none. `past` is the result of `remember` for the events before it. */
type DetailsOf<Type extends AuditedType, Past> = (
  data: Recorded<Type>['data'],
  names: Names,
  past: Past,
  event: Recorded<Type>,
) => Details<SentenceOf<Type>> | undefined

type Reading<Past> = {
  beginning: Past
  /** What all entries of the stream have. */
  common?: (past: Past, nameOf: NameOf) => Pick<Details, 'values' | 'subjectName'>
  /** What the entries of some types have besides: the sentence of its event is enough for an entry. */
  details: { [Type in AuditedType]?: DetailsOf<Type, Past> }
  /**
   * Returns what later entries need of an event and of those before it. It changes nothing of the past, which entries keep until names are
   * known.
   */
  remember?: (past: Past, event: RecordedEvent) => Past
}

export type SubjectEntries = ReturnType<typeof entriesOf>

/** Describes the entries of a stream of one kind, whose events come in their order. */
export function entriesOf<Past>({
  beginning,
  common = () => ({}),
  details,
  remember = (past) => past,
}: Reading<Past>) {
  let latest = beginning
  return {
    /** Returns what the audit says about an event, from the events before it; `undefined` if the event is not an entry after all. */
    entryOf(event: RecordedEvent): UnnamedEntry | undefined {
      if (!isEventOf(auditedEvents, event)) return undefined
      // Safe: the function of a type takes the events of that type.
      const detailsOf = details[event.type] as DetailsOf<AuditedType, Past> | undefined
      const past = latest
      const ask = (nameOf: NameOf): Wording | undefined => {
        const names = namesIn(event, nameOf)
        const own = detailsOf ? detailsOf(event.data, names, past, event) : {}
        if (own === undefined) return undefined
        const { values, ...shared } = common(past, nameOf)
        return { ...shared, ...wordingOf(event, names, { ...own, values: { ...values, ...own.values } }) }
      }
      // The first time only to learn whether it is an entry and whose names it needs.
      const users = new Set<string>()
      const unnamed = ask((user) => {
        if (user !== undefined) users.add(user)
        return ''
      })
      return unnamed && { users, word: (nameOf) => ask(nameOf) ?? unnamed }
    },
    apply(event: RecordedEvent): void {
      latest = remember(latest, event)
    },
  }
}

function namesIn(event: AuditedEvent, nameOf: NameOf): Names {
  const by = fieldOf(event.data, rowOf(event).actor ?? 'by')
  return {
    actor: nameOf(typeof by === 'string' ? by : event.metadata.actor),
    get subject() {
      return nameOf(subjectOf(event).id)
    },
    nameOf,
  }
}

function wordingOf(
  event: AuditedEvent,
  names: Names,
  { code = Object.keys(rowOf(event).says)[0] ?? '', values = {}, reason, around, ...shown }: Details,
): Wording {
  const sentence = auditSentences[code] ?? ''
  const valueOf = (name: string): TextValue => {
    if (name === 'actor' || name === 'subject') return names[name]
    const field = fieldOf(event.data, name)
    return (
      values[name] ?? (typeof field === 'number' ? String(field) : typeof field === 'string' ? field : '')
    )
  }
  const placeholders = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, valueOf(name)])
  const said = withReason(textOf(code, Object.fromEntries(placeholders), sentence), reason)
  return { said: around ? around(said) : said, ...shown }
}

const withReason = (said: Text, reason = ''): Text =>
  reason.trim() === '' ? said : say('withReason', { said, reason: reason.trim() })

export type Written = { by: string; text: string }

/** What an admin did to a text; `undefined` if there is none. */
export function about(
  written: Written | undefined,
  nameOf: NameOf,
  field: 'text' | 'reply' | 'comment',
  more: AuditRecord = {},
): Details<never> | undefined {
  if (written === undefined) return undefined
  const author = nameOf(written.by)
  return { values: { author }, before: { author: messageOf(author), ...more, [field]: written.text } }
}

export const hidden = (reason: string, details: Details<never> | undefined): Details<never> | undefined =>
  details && { ...details, reason, after: { reason } }

/** What was said last of each key. Nobody changes it, because entries keep it until names are known. */
export type Known<Value> = Pick<ReadonlyMap<string, Value>, 'get'>

/** Returns what is known once `value` was said of a key. Costs the same however much was said before, which a copy would not. */
export const withLatest = <Value>(known: Known<Value>, key: string, value: Value | undefined): Known<Value> =>
  new Later(known, key, value)

class Later<Value> {
  readonly #earlier: Known<Value>
  readonly #key: string
  readonly #value: Value | undefined

  constructor(earlier: Known<Value>, key: string, value: Value | undefined) {
    this.#earlier = earlier
    this.#key = key
    this.#value = value
  }

  get(key: string): Value | undefined {
    if (this.#key === key) return this.#value
    let known = this.#earlier
    while (known instanceof Later && known.#key !== key) known = known.#earlier
    return known instanceof Later ? known.#value : known.get(key)
  }
}
