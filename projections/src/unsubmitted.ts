// Finds participants without a project for a day, to whom a reminder is sent.

import type { FindUnsubmitted, UnsubmittedQuery } from '@thirty/contracts/notifications/unsubmitted.ts'
import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { placeAfter, scanDocuments } from './document-reads.ts'
import { peopleProjection, type Account } from './people/projection.ts'
import type { RunContext } from './run-context.ts'

export function unsubmitted({ store, history, readModels, contributions }: RunContext): FindUnsubmitted {
  const people = { store, readModel: peopleProjection }
  return async ({ run, after, limit, before, wants, day }) => {
    if (run !== history[0].run) throw new ReadModelNotBuilt(readModels.leaderboard)
    // Several accounts may have registered in the same millisecond.
    const from = after && placeAfter({ score: Date.parse(after.at), tiebreaker: after.position })
    const { found } = await scanDocuments<Account>(people, { index: 'all', order: 'asc', from, limit })
    const scanned = found.filter(({ score }) => score < before)
    const last = scanned.at(-1)?.document
    if (last === undefined) return { people: [] }
    const candidates = scanned.filter(({ document }) => wantsReminder(document, wants))
    const daysOf = await contributions.submittedDays(candidates.map(({ id }) => id))
    return {
      people: candidates
        .filter((_, row) => !daysOf[row]?.some((submitted) => submitted.day === day))
        .map(({ id, document: { email, fullName, language } }) => ({ id, email, fullName, language })),
      upTo: { at: last.createdAt, position: last.position },
    }
  }
}

const wantsReminder = (
  { status, isAdmin, notifications, emailConfirmed }: Account,
  wants: UnsubmittedQuery['wants'],
): boolean => status === 'active' && !isAdmin && notifications[wants] && (wants === 'push' || emailConfirmed)
