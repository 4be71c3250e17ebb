import type { History } from '@thirty/contracts/challenge/history.ts'
import {
  ReadModelNotBuilt,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { documentsById } from './documents-by-id.ts'
import type { Participant } from './leaderboard/participant.ts'
import { peopleProjection, type Account } from './people/projection.ts'

/** A position in the order of registration: the time (ISO) and the sortable position in the log. */
export type RegistrationCursor = { at: string; position: string }

export type UnsubmittedQuery = {
  /** `email`: at a confirmed address only. */
  wants: 'email' | 'push'
  run: number
  day: number
  /** Continues after this account; starts with the first account when missing. */
  after?: RegistrationCursor | undefined
  /** Only accounts that were registered before this time (milliseconds since 1970). */
  before: number
  /** Maximum number of accounts to scan. */
  limit: number
}

/** The participants to remind among the scanned accounts. `upTo` is the last scanned account; missing without any. */
export type UnsubmittedPage = {
  people: readonly (Pick<Account, 'email' | 'fullName' | 'language'> & { id: string })[]
  upTo?: RegistrationCursor
}

/**
 * Returns the active participants who want emails or push messages and have no project for a day, in the order of registration, page
 * by page. Throws `ReadModelNotBuilt` for a run that is not shown, and any error of the store.
 */
export type Unsubmitted = (query: UnsubmittedQuery) => Promise<UnsubmittedPage>

export type UnsubmittedOptions = {
  store: ReadModelStore
  board: ReadModelKey
  history: History
}

const registrationIndex = 'all'

export function unsubmitted({ store, board, history }: UnsubmittedOptions): Unsubmitted {
  /** Returns the next accounts after a cursor. Several accounts may have registered in the same millisecond. */
  const accountsAfter = async (after: RegistrationCursor | undefined, limit: number) => {
    const from = after && { score: Date.parse(after.at), tiebreaker: `${after.position}\v` }
    const entries = await store.entriesFrom(peopleProjection, registrationIndex, { from, limit })
    const ids = entries.map(({ id }) => id)
    const accounts = await documentsById<Account>({ store, readModel: peopleProjection }, ids)
    return [...accounts].map(([id, document]) => ({ id, document }))
  }

  return async (query) => {
    if (query.run !== history[0].run) throw new ReadModelNotBuilt(board)
    const scanned = (await accountsAfter(query.after, query.limit)).filter(
      ({ document }) => Date.parse(document.createdAt) < query.before,
    )
    const last = scanned.at(-1)?.document
    if (last === undefined) return { people: [] }
    const candidates = scanned.filter(({ document }) => wantsReminder(document, query.wants))
    const participants = await store.load<Participant>(
      board,
      candidates.map(({ id }) => id),
    )
    return {
      people: candidates
        .filter((_, index) => !hasProject(participants[index], query.day))
        .map(({ id, document: { email, fullName, language } }) => ({ id, email, fullName, language })),
      upTo: { at: last.createdAt, position: last.position },
    }
  }
}

const wantsReminder = (
  { status, isAdmin, notifications, emailConfirmed }: Account,
  wants: UnsubmittedQuery['wants'],
): boolean => status === 'active' && !isAdmin && notifications[wants] && (wants === 'push' || emailConfirmed)

const hasProject = (participant: Participant | undefined, day: number): boolean =>
  participant?.projects.some((project) => project.day === day) ?? false
