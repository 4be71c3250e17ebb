// The actions and sentences of the audit, by what the definitions of all events say about it.

import { allEvents } from '../events/catalogue.ts'
import type { AuditRow } from '../events/event-definition.ts'
import type { AuditSubjectKind } from './subject-kinds.ts'

type Events = typeof allEvents

/** The types of the events that can be entries of the audit: what admins and operators do, and what matters for the security of users. */
export type AuditedType = {
  [Type in keyof Events]: Events[Type] extends { audit: AuditRow } ? Type : never
}[keyof Events]
type RowOf<Type extends AuditedType> = Events[Type] extends { audit: infer Row extends AuditRow }
  ? Row
  : never

/** The rows of these events. */
// Safe: the rest has no row.
export const auditRows = Object.fromEntries(
  Object.entries(allEvents).flatMap(([type, { audit }]) => (audit ? [[type, audit]] : [])),
) as { [Type in AuditedType]: RowOf<Type> }

export type AuditAction = RowOf<AuditedType>['action'][0]
/** The codes of the sentences of an event. */
export type SentenceOf<Type extends AuditedType> = Type extends unknown ? keyof RowOf<Type>['says'] : never

const rows: readonly AuditRow[] = Object.values(auditRows)

/** Every action, in the order of the filter: its English label, and the kind of its subject. */
// Safe: these are the actions of the rows.
export const auditActions = Object.fromEntries(
  rows.map(({ action: [id, label], about }) => [id, { label, about }]),
) as Record<AuditAction, { label: string; about: AuditSubjectKind }>

// Safe: these are the keys of the constant above.
export const auditActionIds = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

/** The sentences of all events in English, by code. */
export const auditSentences: Readonly<Record<string, string>> = Object.assign(
  {},
  ...rows.map(({ says }) => says),
)
