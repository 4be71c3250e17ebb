// Queries and endpoints of the backups, from the short stream of the challenge: their list, one of them, the figures that a new one would
// have, and the preview of a restore.

import type { PageQuery } from '@thirty/contracts/endpoints/responses.ts'
import {
  historyEndpoints,
  type Backup,
  type HistoryFigures,
  type RestorePreview,
} from '@thirty/contracts/backups/api.ts'
import {
  challengeDay,
  challengeEnd,
  type ChallengePeriod,
} from '@thirty/contracts/challenge/challenge-day.ts'
import { hasImported, historyOf, periodOf } from '@thirty/contracts/challenge/history.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { encodeCursor, decodeCursorStart } from '../../document-reads.ts'
import type { ChallengeState, RecordedBackup } from '@thirty/contracts/challenge/challenge-state.ts'
import { readChallenge } from '../../read-challenge.ts'
import type { PastContext } from '../../past-context.ts'

const listName = 'backups'

const placesOf = (backups: readonly RecordedBackup[]) => backups.map(({ of }) => of)

export type BackupQueries = ReturnType<typeof backupQueries>

export function backupQueries({ log, places, members, timeZone }: PastContext) {
  const describe = async (backups: readonly RecordedBackup[], challenge: ChallengeState) => {
    const [memberById, summaries] = await Promise.all([
      members.byIds(backups.flatMap(({ createdBy }) => createdBy ?? [])),
      places.figures(placesOf(backups), challenge),
    ])
    const { runs } = challenge.runs
    return summaries.flatMap(({ statistics }, index): Backup | [] => {
      const backup = backups[index]
      if (backup === undefined) return []
      const { id, name, createdAt, createdBy, automatic, imported, of } = backup
      const history = historyOf(of, runs)
      const period = periodOf(history, runs)
      const at = Date.parse(createdAt)
      const creator = createdBy === null ? undefined : memberById.get(createdBy)
      return {
        _id: id,
        name,
        createdAt,
        automatic,
        imported,
        ...((imported || hasImported(history)) && {
          origin: runs.get(of.run)?.imported?.origin ?? 'unknown',
        }),
        createdBy: creator ? { username: creator.username ?? creator.name } : null,
        data: {
          statistics,
          metadata: {
            run: of.run,
            day: challengeDay(period.startsAt, at, timeZone),
            challengePeriod: periodAt(period, at, timeZone),
          },
        },
      }
    })
  }

  return {
    describe,
    list: async ({ limit, cursor }: PageQuery): Promise<{ backups: Backup[]; nextCursor: string | null }> => {
      const challenge = await readChallenge(log)
      const before = decodeCursorStart(listName, cursor) ?? Infinity
      const newestFirst = challenge.backups.toReversed().filter(({ position }) => Number(position) < before)
      const page = newestFirst.slice(0, limit)
      const last = newestFirst.length > limit ? page.at(-1) : undefined
      const nextCursor = last ? encodeCursor(listName, Number(last.position)) : null
      return { backups: await describe(page, challenge), nextCursor }
    },
    one: async (id: string): Promise<Backup | undefined> => {
      const challenge = await readChallenge(log)
      const found = challenge.backups.filter((backup) => backup.id === id)
      return (await describe(found, challenge))[0]
    },
    /** Returns the figures that a backup of the current run would have. */
    current: async (): Promise<Pick<HistoryFigures, 'run' | 'statistics'>> => {
      const challenge = await readChallenge(log)
      const run = challenge.runs.current
      const [place] = await places.figures([{ run }], challenge)
      if (place === undefined) throw new Error('A place has no figures.')
      return { run, statistics: place.statistics }
    },
    /** Computes the statistics of all backups, so that the list answers at once. */
    prepare: async (): Promise<void> => {
      const challenge = await readChallenge(log)
      await places.figures(placesOf(challenge.backups), challenge)
    },
  }
}

/** `preview` returns what a restore of a backup would change; `undefined` for an unknown or deleted backup. */
export const backupHandlers = (
  backups: BackupQueries,
  preview: (id: string) => Promise<RestorePreview | undefined>,
): Endpoint[] => [
  endpoint(historyEndpoints.list)(async ({ query, response }) => {
    const { backups: page, nextCursor } = await backups.list(query)
    if (nextCursor !== null) response.set('X-Next-Cursor', nextCursor)
    return page
  }),
  endpoint(historyEndpoints.one)(
    async ({ params }) => (await backups.one(params.backupId)) ?? refuseUnknown(),
  ),
  endpoint(historyEndpoints.figures)(() => backups.current()),
  endpoint(historyEndpoints.preview)(
    async ({ params }) => (await preview(params.backupId)) ?? refuseUnknown(),
  ),
]

const refuseUnknown = (): never => refuse('backup-not-found', 'backupNotFound')

/** Returns start and end (ISO) of a challenge that was started by a time in milliseconds; null for any other. */
export function periodAt(
  period: ChallengePeriod,
  at: number,
  timeZone: string,
): Backup['data']['metadata']['challengePeriod'] {
  const { startsAt } = period
  const end = challengeEnd(period, timeZone)
  if (startsAt === undefined || startsAt > at || end === undefined) return null
  return { start: new Date(startsAt).toISOString(), end: new Date(end).toISOString() }
}
