// Finds participants without a project for a day, to whom a reminder is sent.

import type {
  FindUnsubmitted,
  RegistrationPosition,
  UnsubmittedQuery,
} from '@thirty/contracts/notifications/unsubmitted.ts'
import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { placeAfter, documentsById } from './document-reads.ts'
import type { Participant } from './leaderboard/participant.ts'
import { peopleProjection, type Account } from './people/projection.ts'
import type { RunContext } from './run-context.ts'

const registrationIndex = 'all'

export function unsubmitted({ store, history, readModels }: RunContext): FindUnsubmitted {
  const board = readModels.leaderboard
  /** Returns the next accounts after a cursor. Several accounts may have registered in the same millisecond. */
  const accountsAfter = async (after: RegistrationPosition | undefined, limit: number) => {
    const from = after && placeAfter({ score: Date.parse(after.at), tiebreaker: after.position })
    const entries = await store.entries(peopleProjection, registrationIndex, { from, limit })
    const ids = entries.map(({ id }) => id)
    return [...(await documentsById<Account>({ store, readModel: peopleProjection }, ids))]
  }

  return async (query) => {
    if (query.run !== history[0].run) throw new ReadModelNotBuilt(board)
    const scanned = (await accountsAfter(query.after, query.limit)).filter(
      ([, { createdAt }]) => Date.parse(createdAt) < query.before,
    )
    const [, last] = scanned.at(-1) ?? []
    if (last === undefined) return { people: [] }
    const candidates = new Map(scanned.filter(([, account]) => wantsReminder(account, query.wants)))
    const participants = await documentsById<Participant>({ store, readModel: board }, candidates.keys())
    return {
      people: [...candidates]
        .filter(([id]) => !hasProject(participants.get(id), query.day))
        .map(([id, { email, fullName, language }]) => ({ id, email, fullName, language })),
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
