// Audit entries before the names of their people are looked up, and how each subject makes them from its events.

import type { AuditRecord } from '@thirty/contracts/audit/api.ts'
import { auditSentences, type AuditedType, type SentenceOf } from '@thirty/contracts/audit/audit-actions.ts'
import { messageOf, say, textOf, type Text, type TextValue } from '@thirty/contracts/texts/text.ts'
import { isEventOf, type EventFamily } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import { auditedEvents, fieldOf, rowOf, subjectOf, type AuditedEvent } from '../audited-events.ts'

type Name = string | Text

/** Returns the name of a user; a text for a deleted account, and for the product itself, which has no id. */
export type NameOf = (user: string | undefined) => Name

/** What an entry says. Without a `subjectName`, the subject has the name of a user: of `subjectUser`, or of the subject itself. */
export type Wording = Pick<Details, 'subjectName' | 'subjectUser'> & {
  said: Text
  before: AuditRecord
  after: AuditRecord
}

/** An entry whose names are not looked up yet. `users` are the users whose names `word` needs. */
export type UnnamedEntry = { users: ReadonlySet<string>; word: (nameOf: NameOf) => Wording }

/** A value with names of users, which are known when the entry is shown. `in` returns it with the names; `undefined` for none. */
type WithNames = { users: readonly (string | undefined)[]; in: (...names: Name[]) => Name | undefined }

export const withNames = (users: WithNames['users'], within: WithNames['in']): WithNames => ({
  users,
  in: within,
})

/** Stands for the name of a user in the values of an entry. */
export const person = (user: string | undefined): WithNames => withNames([user], (name) => name)

type Recorded<Type extends AuditedType> = RecordedEventOf<Pick<typeof auditedEvents, Type>>

type Fields = Readonly<Record<string, AuditRecord[string] | WithNames | undefined>>

/**
 * What an entry says besides the sentence of its event. `code`: another one than the first sentence. `values`: of its placeholders; of the
 * others, `actor` and `subject` are names, then come the fields of the event, and any other is the name of the subject. `reason` and
 * `around` are said with it: a reason after it, and a text with the sentence as `{said}`.
 */
export type Details<Code = string> = {
  code?: Code
  values?: Readonly<Record<string, TextValue | WithNames>>
  reason?: string | WithNames | undefined
  around?: (said: Text) => Text
  subjectName?: string | undefined
  subjectUser?: string | undefined
  before?: Fields
  after?: Fields
}

/** Returns the details of the entry for an event, or `undefined` if it is none. `past` is what is known from the events before it. */
type DetailsOf<Type extends AuditedType, Past> = (
  data: Recorded<Type>['data'],
  past: Past,
  event: Recorded<Type>,
) => Details<SentenceOf<Type>> | undefined

type Reading<Past, Family extends EventFamily> = {
  /** What is known of a stream from its events; nothing when missing. */
  fold?: {
    initial: Past
    events: Family
    evolve: (past: Past, event: RecordedEventOf<Family>) => Past
  }
  /** What all entries of the stream have. */
  common?: (past: Past) => Pick<Details, 'values' | 'subjectName'>
  /** What the entries of some types have besides: the sentence of its event is enough for an entry. */
  details: { [Type in AuditedType]?: DetailsOf<Type, Past> }
}

export type SubjectEntries = ReturnType<typeof entriesOf>

/** Describes the entries of a stream of one kind, whose events come in their order. */
export function entriesOf<Past, Family extends EventFamily>({
  fold,
  common = () => ({}),
  details,
}: Reading<Past, Family>) {
  // Safe: without a fold nothing reads it.
  let past = fold?.initial as Past
  return {
    /** Returns what the audit says about an event, from the events before it; `undefined` if the event is not an entry after all. */
    entryOf(event: RecordedEvent): UnnamedEntry | undefined {
      if (!isEventOf(auditedEvents, event)) return undefined
      // Safe: the function of a type takes the events of that type.
      const detailsOf = details[event.type] as DetailsOf<AuditedType, Past> | undefined
      const own = detailsOf ? detailsOf(event.data, past, event) : {}
      if (own === undefined) return undefined
      const shared = common(past)
      const by = fieldOf(event.data, rowOf(event).actor ?? 'by')
      const [actor, subject] = [typeof by === 'string' ? by : event.metadata.actor, subjectOf(event).id]
      const names = { actor: person(actor), subject: person(subject) }
      return unnamedEntry(event, { ...shared, ...own, values: { ...shared.values, ...own.values, ...names } })
    },
    apply(event: RecordedEvent): void {
      if (fold && isEventOf(fold.events, event)) past = fold.evolve(past, event)
    },
  }
}

function unnamedEntry(event: AuditedEvent, details: Details): UnnamedEntry {
  const { code = Object.keys(rowOf(event).says)[0] ?? '', values = {}, reason, around } = details
  const { before = {}, after = {}, subjectName, subjectUser } = details
  const sentence = auditSentences[code] ?? ''
  const placeholders = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const field = fieldOf(event.data, name)
    const ofEvent = typeof field === 'number' ? String(field) : typeof field === 'string' ? field : undefined
    return { name, value: values[name] ?? ofEvent ?? subjectName ?? '' }
  })
  const fields = [before, after].flatMap((record) => Object.values(record))
  const unnamed = [...placeholders.map(({ value }) => value), reason, ...fields].filter(hasNames)
  const users = [...unnamed.flatMap((value) => value.users), event.metadata.actor, subjectUser]
  return {
    users: new Set(users.filter((user) => user !== undefined)),
    word: (nameOf) => {
      const named = <Value>(value: Value | WithNames) =>
        hasNames(value) ? value.in(...value.users.map(nameOf)) : value
      const recordOf = (record: Fields): AuditRecord =>
        Object.fromEntries(
          Object.entries(record).flatMap(([field, value]) => {
            const shown = named(value)
            return shown === undefined ? [] : [[field, isText(shown) ? shown.message : shown]]
          }),
        )
      const filled = Object.fromEntries(placeholders.map(({ name, value }) => [name, named(value) ?? '']))
      const said = withReason(textOf(code, filled, sentence), messageOf(named(reason) ?? ''))
      return {
        said: around ? around(said) : said,
        before: recordOf(before),
        after: recordOf(after),
        subjectName,
        subjectUser,
      }
    },
  }
}

const hasNames = (value: unknown): value is WithNames =>
  typeof value === 'object' && value !== null && 'users' in value

const isText = (value: AuditRecord[string] | Text): value is Text =>
  typeof value === 'object' && value !== null

const withReason = (said: Text, reason: string): Text =>
  reason.trim() === '' ? said : say('withReason', { said, reason: reason.trim() })

export type Written = { by: string; text: string }

/** What an admin did to a text; `undefined` if there is none. */
export function about(
  written: Written | undefined,
  field: 'text' | 'reply' | 'comment',
  more: AuditRecord = {},
): Details<never> | undefined {
  if (written === undefined) return undefined
  const author = person(written.by)
  return { values: { author }, before: { author, ...more, [field]: written.text } }
}

/** Adds the reason for which an admin hid a text to its details. */
export const hidden = (reason: string, details: Details<never> | undefined): Details<never> | undefined =>
  details && { ...details, reason, after: { reason } }
