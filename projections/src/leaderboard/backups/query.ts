// Queries of the backups, from the short stream of the challenge.

import type { PageQuery } from '@thirty/contracts/endpoints/responses.ts'
import type { Backup, HistoryFigures } from '@thirty/contracts/backups/api.ts'
import {
  challengeDay,
  challengeEnd,
  type ChallengePeriod,
} from '@thirty/contracts/challenge/challenge-day.ts'
import { hasImported, historyOf, periodOf } from '@thirty/contracts/challenge/history.ts'
import { encodeCursor, decodeCursorStart } from '../../cursor.ts'
import type { MemberSummary } from '../../summaries.ts'
import type { ChallengeState, RecordedBackup } from '@thirty/contracts/challenge/challenge-state.ts'
import { readChallenge } from '../../read-challenge.ts'
import type { PastContext } from '../../past-context.ts'
import type { PlaceFigures } from './backup-places.ts'

const listName = 'backups'

export type BackupQueries = ReturnType<typeof backupQueries>

export function backupQueries({ log, places, members, timeZone }: PastContext) {
  const figuresOf = (backups: readonly RecordedBackup[], challenge: ChallengeState) =>
    places.figures(
      backups.map(({ of }) => of),
      challenge,
    )

  const describe = async (backups: readonly RecordedBackup[], challenge: ChallengeState) => {
    const [memberById, figures] = await Promise.all([
      members.byIds(backups.flatMap(({ createdBy }) => createdBy ?? [])),
      figuresOf(backups, challenge),
    ])
    return backups.flatMap((backup, index): Backup[] => {
      const place = figures[index]
      const creator = backup.createdBy === null ? undefined : memberById.get(backup.createdBy)
      return place ? [toBackup(backup, place, creator, challenge)] : []
    })
  }

  const toBackup = (
    { id, name, createdAt, automatic, imported, of }: RecordedBackup,
    { digest: _, ...statistics }: PlaceFigures,
    creator: MemberSummary | undefined,
    { runs: { runs } }: ChallengeState,
  ): Backup => {
    const period = periodOf(historyOf(of, runs), runs)
    const at = Date.parse(createdAt)
    return {
      _id: id,
      name,
      createdAt,
      automatic,
      imported,
      ...((imported || hasImported(historyOf(of, runs))) && {
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
      const { digest: _, ...statistics } = place
      return { run, statistics }
    },
    /** Computes the statistics of all backups, so that the list answers at once. */
    prepare: async (): Promise<void> => {
      const challenge = await readChallenge(log)
      await figuresOf(challenge.backups, challenge)
    },
  }
}

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
