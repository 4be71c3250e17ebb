// Finds participants without a project for a day, to whom a reminder is sent.

import type { History } from '@thirty/contracts/challenge/history.ts'
import type {
  FindUnsubmitted,
  RegistrationPosition,
  UnsubmittedQuery,
} from '@thirty/contracts/notifications/unsubmitted.ts'
import {
  ReadModelNotBuilt,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { placeAfter } from './index-scan.ts'
import { documentsById } from './documents-by-id.ts'
import type { Participant } from './leaderboard/participant.ts'
import { peopleProjection, type Account } from './people/projection.ts'

export type UnsubmittedOptions = {
  store: ReadModelStore
  board: ReadModelKey
  history: History
}

const registrationIndex = 'all'

export function unsubmitted({ store, board, history }: UnsubmittedOptions): FindUnsubmitted {
  /** Returns the next accounts after a cursor. Several accounts may have registered in the same millisecond. */
  const accountsAfter = async (after: RegistrationPosition | undefined, limit: number) => {
    const from = after && placeAfter({ score: Date.parse(after.at), tiebreaker: after.position })
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
