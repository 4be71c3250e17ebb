import type { AuditRecord } from '@thirty/contracts/audit/api.ts'
import { say, type Text } from '@thirty/contracts/texts/text.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import { auditedEvents, subjectOf } from '../audited-events.ts'

/** Returns the name of a user; a text for a deleted account, and for the product itself, which has no id. */
export type NameOf = (user: string | undefined) => string | Text

/** What an entry says. `subjectName` is missing if the subject is a user, whose name is that of the account. */
export type Wording = { said: Text; subjectName?: string; before?: AuditRecord; after?: AuditRecord }

/** An entry whose names are not looked up yet. `users` are the users whose names `word` needs. */
export type Draft = { users: ReadonlySet<string>; word: (nameOf: NameOf) => Wording }

/**
 * Reads one stream in its order. `draft` returns what the audit says about an event, from the events before it; `undefined`
 * if the event is no entry after all. `apply` takes the event into account for later ones.
 */
export type SubjectReader = {
  draft(event: RecordedEvent): Draft | undefined
  apply(event: RecordedEvent): void
}

/** `actor` is the name of who did it, `subject` that of the user whom the entry is about. */
type Names = { actor: string | Text; readonly subject: string | Text; nameOf: NameOf }

type Events = typeof auditedEvents
type Recorded<Type extends keyof Events> = RecordedEventOf<Pick<Events, Type>>

/**
 * Returns the entry of the audit for an event: a sentence, or a sentence with other fields. `past` is the result of `remember` for the
 * events before it.
 */
type Row<Data, Past, Event> = (
  data: Data,
  names: Names,
  past: Past,
  event: Event,
) => Text | Wording | undefined

/**
 * Creates a reader from a table of what the audit says about each type. `remember` returns what later entries need of an event and of those
 * before it; it changes nothing of the past, which drafts keep until names are known.
 */
export function subjectReader<Past, Type extends keyof Events>(
  beginning: Past,
  rows: { [Each in Type]: Row<Recorded<Each>['data'], Past, Recorded<Each>> },
  remember: (past: Past, event: RecordedEvent) => Past = (past) => past,
): SubjectReader {
  let latest = beginning
  return {
    draft(event) {
      if (!Object.hasOwn(rows, event.type) || !isEventOf(auditedEvents, event)) return undefined
      // Safe: the row of a type takes the events of that type.
      const row = rows[event.type as Type] as unknown as Row<unknown, Past, RecordedEvent>
      const past = latest
      const ask = (nameOf: NameOf): Wording | undefined => {
        const names: Names = {
          actor: nameOf(event.metadata.actor),
          get subject() {
            return nameOf(subjectOf(event).id)
          },
          nameOf,
        }
        const wording = row(event.data, names, past, event)
        return wording && 'code' in wording ? { said: wording } : wording
      }
      // The first time only to learn whether it is an entry and whose names it needs.
      const users = new Set<string>()
      const unnamed = ask((user) => {
        if (user !== undefined) users.add(user)
        return ''
      })
      return unnamed && { users, word: (nameOf) => ask(nameOf) ?? unnamed }
    },
    apply(event) {
      latest = remember(latest, event)
    },
  }
}

/** Returns `said: reason`, or the same without a reason. */
export const withReason = (said: Text, reason = ''): Text =>
  reason.trim() === '' ? said : say('withReason', { said, reason: reason.trim() })

/** What was said last of each key. Nobody changes it, because drafts keep it until names are known. */
export type Known<Value> = Pick<ReadonlyMap<string, Value>, 'get'>

/** Returns what is known once `value` was said of a key. Costs the same however much was said before, which a copy would not. */
export const withEntry = <Value>(known: Known<Value>, key: string, value: Value | undefined): Known<Value> =>
  new LaterEntry(known, key, value)

class LaterEntry<Value> {
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
    while (known instanceof LaterEntry && known.#key !== key) known = known.#earlier
    return known instanceof LaterEntry ? known.#value : known.get(key)
  }
}
