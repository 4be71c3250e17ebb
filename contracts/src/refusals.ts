/** The code of every domain error. `infra/src/http/error-handler.ts` maps each to an HTTP status. */
export type RefusalCode =
  | 'malformed'
  | 'invalid-fields'
  | 'not-signed-in'
  | 'wrong-credentials'
  | 'account-inactive'
  | 'admin-account'
  | 'other-identity'
  | 'no-password'
  | 'sign-in-again'
  | 'own-account'
  | 'last-admin'
  | 'reset-link-over'
  | 'not-allowed'
  | 'no-admin'
  | 'wrong-admin-key'
  | 'own-project'
  | 'not-your-project'
  | 'not-found'
  | 'project-not-found'
  | 'comment-not-found'
  | 'user-not-found'
  | 'discussion-not-found'
  | 'reply-not-found'
  | 'wrong-method'
  | 'name-taken'
  | 'day-already-taken'
  | 'already-reviewed'
  | 'project-closed'
  | 'not-rateable'
  | 'project-rejected'
  | 'already-started'
  | 'not-scheduled'
  | 'challenge-was-reset'
  | 'discussion-full'
  | 'conflict'
  | 'in-flight'
  | 'too-large'
  | 'wrong-type'
  | 'bad-image'
  | 'quota-reached'
  | 'day-not-started'
  | 'no-criterion'
  | 'key-reused'
  | 'too-many'
  | 'storage-unavailable'
  | 'being-built'
  | 'busy'

/** Messages by field name, for forms to show beside their fields. */
export type FieldErrors = Readonly<Record<string, string>>

/** A domain error with a code and a message for people. It becomes an error response and is not logged as an error. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly errors: FieldErrors | undefined
  constructor(code: RefusalCode, message: string, errors?: FieldErrors) {
    super(message)
    this.code = code
    this.errors = errors
  }
}

/** Throws a `Refusal`. */
export function refuse(code: RefusalCode, message: string, errors?: FieldErrors): never {
  throw new Refusal(code, message, errors)
}
