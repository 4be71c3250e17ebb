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

type KebabCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : ''
type ActionOf<Type extends AuditedType> =
  RowOf<Type> extends { action: infer Id extends string } ? Id : KebabCase<Uncapitalize<Type>>
export type AuditAction = { [Type in AuditedType]: ActionOf<Type> }[AuditedType]

function withNames(type: string, row: AuditRow) {
  const action = row.action ?? type.replaceAll(/(?!^)[A-Z]/g, '-$&').toLowerCase()
  const words = action.replaceAll('-', ' ')
  return { ...row, action, label: row.label ?? words.charAt(0).toUpperCase() + words.slice(1) }
}

/** The rows of these events, each with the id and the label of its action. */
// Safe: the rest has no row, and the types make the same id of the type.
export const auditRows = Object.fromEntries(
  Object.entries(allEvents).flatMap(([type, { audit }]) => (audit ? [[type, withNames(type, audit)]] : [])),
) as { [Type in AuditedType]: RowOf<Type> & { action: ActionOf<Type>; label: string } }

/** The codes of the sentences of an event. */
export type SentenceOf<Type extends AuditedType> = Type extends unknown ? keyof RowOf<Type>['says'] : never

const rows: readonly ReturnType<typeof withNames>[] = Object.values(auditRows)

/** Every action, in the order of the filter: its English label, and the kind of its subject. */
// Safe: these are the actions of the rows.
export const auditActions = Object.fromEntries(
  rows.map(({ action, label, about }) => [action, { label, about }]),
) as Record<AuditAction, { label: string; about: AuditSubjectKind }>

// Safe: these are the keys of the constant above.
export const auditActionIds = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

/** The sentences of all events in English, by code. */
export const auditSentences: Readonly<Record<string, string>> = Object.assign(
  {},
  ...rows.map(({ says }) => says),
)
