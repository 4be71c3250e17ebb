import {
  ReadModelNotBuilt,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import type { Participant } from './leaderboard/participant.ts'
import type { Account } from './people/projection.ts'

/** A place in the order of registration: when (ISO), and where in the log, as sortable text. */
export type RegistrationCursor = { at: string; position: string }

export type UnsubmittedQuery = {
  run: number
  day: number
  /** Goes on behind this place; from the first account on when missing. */
  after?: RegistrationCursor | undefined
  /** Only who registered before this moment (milliseconds since 1970). */
  before: number
  /** Most accounts to look at. */
  limit: number
}

/** Those among the accounts looked at who are waited for. `upTo`: how far it looked; missing when nobody is left. */
export type UnsubmittedPage = {
  people: readonly { id: string; email: string; fullName: string }[]
  upTo?: RegistrationCursor
}

/**
 * Active participants who want mail and have no project for a day, in the order of registration, page by page.
 * Throws `ViewNotBuilt` for a run that is not the one shown, and what the store throws.
 */
export type Unsubmitted = (query: UnsubmittedQuery) => Promise<UnsubmittedPage>

export type UnsubmittedOptions = {
  store: ReadModelStore
  people: ReadModelKey
  board: ReadModelKey
  run: number
}

const index = 'all'

export function unsubmitted({ store, people, board, run }: UnsubmittedOptions): Unsubmitted {
  /** The accounts behind a place. Several may have registered in the same millisecond. */
  const behind = async (after: RegistrationCursor | undefined, limit: number) => {
    const since = after === undefined ? 0 : Date.parse(after.at)
    let offset = after === undefined ? 0 : await store.countBetween(people, index, 0, since - 1)
    for (;;) {
      const slice = await store.range<Account>(people, index, { offset, limit })
      const found = slice.filter(({ document }) => after === undefined || isBehind(document, after))
      if (found.length > 0 || slice.length < limit) return found
      offset += limit
    }
  }

  return async (query) => {
    if (query.run !== run) throw new ReadModelNotBuilt(board)
    const found = (await behind(query.after, query.limit)).filter(
      ({ document }) => Date.parse(document.createdAt) < query.before,
    )
    const last = found.at(-1)?.document
    if (last === undefined) return { people: [] }
    const wanted = found.filter(({ document }) => wantsReminder(document))
    const standings = await store.load<Participant>(
      board,
      wanted.map(({ id }) => id),
    )
    return {
      people: wanted
        .filter((_one, at) => !hasProject(standings[at], query.day))
        .map(({ id, document: { email, fullName } }) => ({ id, email, fullName })),
      upTo: { at: last.createdAt, position: last.position },
    }
  }
}

const isBehind = ({ createdAt, position }: Account, after: RegistrationCursor): boolean =>
  createdAt === after.at ? position > after.position : Date.parse(createdAt) >= Date.parse(after.at)

const wantsReminder = ({ status, isAdmin, notifications }: Account): boolean =>
  status === 'active' && !isAdmin && notifications.email

const hasProject = (participant: Participant | undefined, day: number): boolean =>
  participant?.projects.some((project) => project.day === day) ?? false
