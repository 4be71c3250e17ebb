// The query for participants who have no project for a day, which reminders need and the read models answer.

/** A position in the order of registration: the time (ISO) and the sortable position in the log. */
export type RegistrationPosition = { at: string; position: string }

export type UnsubmittedQuery = {
  /** `email`: at a confirmed address only. */
  wants: 'email' | 'push'
  run: number
  day: number
  /** Continues after this account; starts with the first account when missing. */
  after?: RegistrationPosition | undefined
  /** Only accounts that were registered before this time (milliseconds since 1970). */
  before: number
  /** Maximum number of accounts to scan. */
  limit: number
}

export type UnsubmittedPerson = { id: string; email: string; fullName: string; language: string | null }

/**
 * Returns the active participants who want emails or push messages and have no project for a day, in the order of registration, page
 * by page. `upTo` is the last scanned account; missing without any. Throws `ReadModelNotBuilt` for a run that is not shown, and any error
 * of the store. The read models provide this function.
 */
export type FindUnsubmitted = (
  query: UnsubmittedQuery,
) => Promise<{ people: readonly UnsubmittedPerson[]; upTo?: RegistrationPosition }>
