import type { NewerSavedText, LaterChange } from '../projects/later-changes-api.ts'
import type { AdminRole } from '../team/admin-roles.ts'
import { hasPermission, permissionRefusal, type Permission } from '../team/permissions.ts'
import {
  messageOf,
  say,
  type CodeWithoutValues,
  type Said,
  type Text,
  type TextCode,
  type ValuesOf,
} from '../texts/text.ts'

/** The HTTP status of every refusal, by its code. */
export const statusByCode = {
  malformed: 400,
  'bad-image': 400,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'account-inactive': 401,
  'second-step-over': 401,
  'not-allowed': 403,
  'account-pending': 403,
  'admin-account': 403,
  'wrong-admin-key': 403,
  'sign-in-again': 403,
  'confirmation-needed': 403,
  'two-factor-needed': 403,
  'own-account': 403,
  'own-project': 403,
  'conflict-of-interest': 403,
  'not-your-project': 403,
  'not-found': 404,
  'project-not-found': 404,
  'backup-not-found': 404,
  'comment-not-found': 404,
  'user-not-found': 404,
  'session-not-found': 404,
  'invitation-not-found': 404,
  'passkey-not-found': 404,
  'certificate-not-found': 404,
  'discussion-not-found': 404,
  'reply-not-found': 404,
  'saved-text-not-found': 404,
  'webhook-not-found': 404,
  'delivery-not-found': 404,
  'wrong-method': 405,
  'timed-out': 408,
  'name-taken': 409,
  'other-identity': 409,
  'no-password': 409,
  'last-admin': 409,
  'no-second-factor': 409,
  'last-factor': 409,
  'day-already-taken': 409,
  'already-reviewed': 409,
  'changed-meanwhile': 409,
  'project-closed': 409,
  'not-rateable': 409,
  'project-rejected': 409,
  'already-started': 409,
  'not-scheduled': 409,
  'challenge-ended': 409,
  'already-frozen': 409,
  'not-frozen': 409,
  'challenge-was-reset': 409,
  'discussion-full': 409,
  'saved-texts-full': 409,
  conflict: 409,
  'in-flight': 409,
  'too-large': 413,
  'wrong-type': 415,
  'invalid-fields': 422,
  'backup-damaged': 422,
  'reset-link-over': 422,
  'link-over': 422,
  'invitation-over': 422,
  'day-not-started': 422,
  'no-criterion': 422,
  'quota-reached': 422,
  'key-reused': 422,
  'too-many': 429,
  'storage-unavailable': 503,
  'being-built': 503,
  busy: 503,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof statusByCode

/** The fault of each field, for forms to show beside it. */
export type FieldErrors = Readonly<Record<string, Said>>

/** What a refusal says besides its message, for screens that show more than a sentence. */
export type RefusalDetails = Readonly<{ change?: LaterChange; newerText?: NewerSavedText }>

/** Refusals of requests that no screen sends: their messages are for programmers, and need no translation. */
type ProgramRefusalCode = 'malformed' | 'wrong-type' | 'wrong-method' | 'key-reused' | 'not-found'

/** A domain error with a code and a message for people. It becomes an error response and is not logged as an error. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly said: Said
  readonly errors: FieldErrors | undefined
  readonly details: RefusalDetails | undefined
  constructor(code: RefusalCode, said: Text, errors?: FieldErrors, details?: RefusalDetails)
  constructor(code: ProgramRefusalCode, message: string, errors?: FieldErrors)
  constructor(code: RefusalCode, said: Said, errors?: FieldErrors, details?: RefusalDetails) {
    super(messageOf(said))
    this.code = code
    this.said = said
    this.errors = errors
    this.details = details
  }

  /** Returns the same refusal with other errors at the fields or other details. */
  with({
    errors = this.errors,
    details = this.details,
  }: Partial<Pick<Refusal, 'errors' | 'details'>>): Refusal {
    // Safe: its text was checked when it was made.
    return new Refusal(this.code, this.said as Text, errors, details)
  }
}

/** Returns a refusal with an English message: no screen shows it, or the message is one of a schema, whose text `onWire` finds. */
export const untranslated = (code: RefusalCode, said: Said, errors?: FieldErrors): Refusal =>
  // Safe: the constructor takes both; its types only keep others from forgetting a translation.
  new Refusal(code, said as Text, errors)

/** Throws a `Refusal` with a text of the server, or with the text of a code and its values. */
export function refuse(code: RefusalCode, said: Text): never
export function refuse<Name extends TextCode>(code: RefusalCode, text: Name, ...values: ValuesOf<Name>): never
export function refuse(code: RefusalCode, text: Text | CodeWithoutValues, ...values: []): never {
  throw new Refusal(code, typeof text === 'string' ? say(text, ...values) : text)
}

/** Refuses the value of one field, with the same text at the field. */
export function refuseField(
  field: string,
  text: Text | CodeWithoutValues,
  code: RefusalCode = 'invalid-fields',
): never {
  const said = typeof text === 'string' ? say(text) : text
  throw new Refusal(code, said, { [field]: said })
}

/** Refuses a role that lacks a permission, and a participant, with `not-allowed`. */
export function requirePermission(role: AdminRole | null, permission: Permission): void {
  if (!hasPermission(role, permission)) refuse('not-allowed', permissionRefusal(permission))
}
