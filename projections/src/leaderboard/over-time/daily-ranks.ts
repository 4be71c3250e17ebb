// Computes and caches the ranks at the ends of past dates, from the documents of all participants, and the changes of rank between them, which
// the feed shows. The feed cannot know a rank when it applies an event: ranks depend on all participants, and with ten thousand of them
// nearly every event changes some. So changes of rank are published at the end of a date, and "took the lead" appears after midnight.
// Considered: a document with the best of each shard of participants, which every change of points would write, and which knows no moves
// below the first ten.

import pTimeout from 'p-timeout'
import { calendarDay, formatCalendarDay, startOfDay } from '@thirty/contracts/challenge/calendar.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { LRUCache } from 'lru-cache'
import { allDocuments, type FoundDocument, yieldToEventLoop } from '../../document-reads.ts'
import { standingAtEndOf, numericRankKey, type Participant } from '../participant.ts'
import type { RankChange } from '../../summaries.ts'

/** Returns the rank (from 1) of a participant; null for a participant who was not ranked. */
export type RankLookup = (participant: Participant) => number | null

/** How many participants are read at once: in well below a millisecond. */
const participantsPerPart = 64

export type DailyRanksOptions = {
  store: ReadModelStore
  readModel: ReadModelKey
  clock: Clock
  /** The same participants without their names, which ranks do not need; `store` when missing. */
  unnamed?: ReadModelStore
  /** Milliseconds for which pages wait for ranks that were never computed; 5,000 when missing. */
  maxWaitMs?: number
}

/** Lists of dates that are cached: yesterday, the dates of the history before it, those of the changes, and around midnight the next ones. */
const maxLists = 6
/** Milliseconds after which the ranks of a date are computed again, if events of the date may have been missing. */
const incompleteTtlMs = 60_000

/** Returns the date (`2026-01-31`) in a time zone, a number of days before the one of a time in milliseconds. */
export const dateBefore = (now: number, days: number, timeZone: string): string =>
  formatCalendarDay(calendarDay(now, timeZone) - days)

/**
 * The ranks at the ends of dates, in their order. `isComplete` is true if the read model had an event after all these dates when they were
 * computed, because then it had all events of the dates.
 */
type Ranks = { lookups: readonly RankLookup[]; isComplete: boolean }

/**
 * Returns a cache of results about past dates, each computed once for all who ask at the same time. One that may lack events of its dates is
 * computed again after a minute.
 */
const pastResults = <Result extends { isComplete: boolean }>(max: number, clock: Clock) =>
  new LRUCache<string, Result, () => Promise<Result>>({
    max,
    ttlResolution: 0,
    perf: { now: clock },
    // Without this, evicting an entry would fail the request that is still reading it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _before, { options, context: compute }) => {
      const result = await compute()
      // Shortly after midnight the read model may not have applied the last events of the date yet.
      options.ttl = result.isComplete ? 0 : incompleteTtlMs
      return result
    },
  })

/**
 * Computes the ranks at the ends of dates in the time zone of the read model with one scan of all participants, from their histories, and
 * caches them: they no longer change.
 */
export function dailyRanks(options: DailyRanksOptions) {
  const { store, readModel, clock, unnamed = store, maxWaitMs = 5_000 } = options
  // No document leaves this index and new ones are added at its end, so a change during the scan cannot hide a participant.
  const participants = () =>
    allDocuments<Participant>({ store: unnamed, readModel }, 'participants', {
      partSize: participantsPerPart,
    })
  const cached = pastResults<Ranks>(maxLists, clock)
  let scanBegan = 0
  const scan = (dates: readonly string[]) => () => {
    scanBegan = clock()
    return ranksAtEndsOf(participants(), dates)
  }
  /** Ranks of another history of the log have another key. */
  const keyOf = async (dates: readonly string[]) =>
    `${(await store.liveBuild(readModel))?.epoch ?? ''} ${dates.join(' ')}`

  return {
    /** Yields the documents of all participants in parts. Other tasks run between two parts. */
    participants,
    atEndOf: async (dates: readonly string[]): Promise<readonly RankLookup[]> =>
      (await cached.forceFetch(await keyOf(dates), { context: scan(dates) })).lookups,
    /**
     * Returns the ranks at the end of one date. While they are computed again, returns the ones before without waiting; if there are none
     * before `maxWaitMs` have passed, null for all participants.
     */
    lastKnownAtEndOf: async (date: string): Promise<RankLookup> => {
      const key = await keyOf([date])
      const known = cached.forceFetch(key, { context: scan([date]), allowStale: true })
      // A page without them lacks them until the next change: nothing tells its readers that they have come. In Redis the ranks of a
      // hundred thousand participants take longer than a reader would wait.
      const milliseconds = Math.max(1, scanBegan + maxWaitMs - clock())
      const ranks = await pTimeout(known, { milliseconds, fallback: () => undefined })
      return ranks?.lookups[0] ?? (() => null)
    },
  }
}

function rankKeyOn(participant: Participant, date: string): number | undefined {
  const { score = null, reached = '' } = standingAtEndOf(participant, date) ?? {}
  return score ? numericRankKey({ score, reached }) : undefined
}

async function ranksAtEndsOf(
  participants: AsyncIterable<readonly FoundDocument<Participant>[]>,
  dates: readonly string[],
): Promise<Ranks> {
  const keysByDate = dates.map((date) => ({ date, keys: [] as number[] }))
  let newest = ''
  for await (const part of participants) {
    for (const { document } of part) {
      if (document.latest.date > newest) newest = document.latest.date
      for (const { date, keys } of keysByDate) {
        const key = rankKeyOn(document, date)
        if (key !== undefined) keys.push(key)
      }
    }
  }
  const lookups: RankLookup[] = []
  for (const { date, keys } of keysByDate) {
    // A participant that was read twice is counted once. 100,000 keys are sorted in about ten milliseconds, once for each date.
    await yieldToEventLoop()
    const sorted = sortUnique(keys)
    lookups.push((participant) => {
      const key = rankKeyOn(participant, date)
      return key === undefined ? null : countBefore(sorted, key) + 1
    })
  }
  return { lookups, isComplete: dates.every((date) => newest > date) }
}

function countBefore(sorted: Float64Array, key: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < key) low = middle + 1
    else high = middle
  }
  return low
}

const sortUnique = (keys: readonly number[]): Float64Array =>
  Float64Array.from(keys)
    .sort()
    .filter((key, index, sorted) => key !== sorted[index - 1])

const maxChangedDates = 7
/** Most participants of a date who moved up, the best ranks first. */
const maxMovedUp = 10
/** A participant moved up if the new rank is one of the first ten, or at least this much better. */
const fewestPlaces = 5
const topRanks = 10
/** Milliseconds after the start of a day when all events of the day before have arrived. */
const lateEventsMs = 3_600_000
const dayMs = 86_400_000

type Moved = { person: string; rank: number; places: number }

/** What reads the participants of a leaderboard with their ranks; `timeZone`: in which days begin and end. */
type Board = DailyRanksOptions & { timeZone: string; dailyRanks: ReturnType<typeof dailyRanks> }

/**
 * Returns a query of the changes of rank on the latest past dates on which points changed: who took the lead, and who moved up, at
 * most ten on each date. A result depends on the log and on today's date only, so a rebuild has the same. It is computed with three
 * scans of all participants, and kept until the next date.
 */
export function rankChanges(board: Board): () => Promise<readonly RankChange[]> {
  const { store, readModel, clock, timeZone } = board
  const cached = pastResults<Computed>(1, clock)
  return async () => {
    const live = await store.liveBuild(readModel)
    if (live === undefined) return []
    const today = dateBefore(clock(), 0, timeZone)
    const context = () => compute(board, today)
    return (await cached.forceFetch(`${live.epoch} ${today}`, { context })).changes
  }
}

type Computed = { changes: readonly RankChange[]; isComplete: boolean }

async function compute(board: Board, today: string): Promise<Computed> {
  const startOfToday = startOfDay(Date.parse(today) / dayMs, board.timeZone)
  const hasWaited = board.clock() - startOfToday >= lateEventsMs
  const { positions, isComplete } = await changedDates(board, today)
  // One more than are returned: the first date is compared with it.
  const dates = [...positions.keys()].slice(-maxChangedDates - 1)
  const ranks = await board.dailyRanks.atEndOf(dates)
  const { leaders, moved } = await standingsOn(board, dates, ranks)
  const changes = dates.flatMap((date, index): RankChange[] => {
    if (index === 0 && positions.size > maxChangedDates) return []
    const end = startOfDay(Date.parse(date) / dayMs + 1, board.timeZone)
    const common = { at: new Date(end).toISOString(), position: positions.get(date) ?? 0 }
    const leader = leaders[index]
    const hasNewLeader = leader !== undefined && leader !== leaders[index - 1]
    const movedUp = (moved[index] ?? []).filter(({ person }) => !hasNewLeader || person !== leader)
    return [
      ...(hasNewLeader ? [{ what: 'took-the-lead' as const, ...common, person: leader }] : []),
      ...movedUp.slice(0, maxMovedUp).map((each) => ({ what: 'moved-up' as const, ...common, ...each })),
    ]
  })
  return { changes, isComplete: isComplete || hasWaited }
}

/** Returns the past dates on which points changed, ascending, each with the position of its last change of points. */
async function changedDates(board: Board, today: string) {
  const positions = new Map<string, number>()
  let newest = ''
  for await (const part of board.dailyRanks.participants())
    for (const { document } of part) {
      if (document.latest.date > newest) newest = document.latest.date
      for (const { date, score, reached } of [...document.history, document.latest])
        if (date < today && score !== null && score.projects > 0)
          positions.set(date, Math.max(positions.get(date) ?? 0, Number(reached)))
    }
  const ascending = [...positions].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return { positions: new Map(ascending), isComplete: newest > (ascending.at(-1)?.[0] ?? '') }
}

/** Returns the leader at the end of each date, and who moved up since the date before it in the list, the best rank first. */
async function standingsOn(board: Board, dates: readonly string[], ranks: readonly RankLookup[]) {
  const leaders: (string | undefined)[] = dates.map(() => undefined)
  const moved: Moved[][] = dates.map(() => [])
  for await (const part of board.dailyRanks.participants())
    for (const { id: person, document } of part) {
      let rankBefore: number | null = null
      for (const [index, date] of dates.entries()) {
        const rank = ranks[index]?.(document) ?? null
        const hasProjects = (standingAtEndOf(document, date)?.score?.projects ?? 0) > 0
        if (rank === 1 && hasProjects) leaders[index] = person
        if (rank !== null && rankBefore !== null && hasProjects)
          addMoved(moved[index] ?? [], { person, rank, places: rankBefore - rank })
        rankBefore = rank
      }
    }
  return { leaders, moved }
}

/** Adds a move that counts to the moves of a date. Keeps the best ranks: one more than are returned, for the new leader. */
function addMoved(moved: Moved[], move: Moved): void {
  const { rank, places } = move
  if (places <= 0 || (rank > topRanks && places < fewestPlaces)) return
  const index = moved.findIndex((other) => other.rank > rank)
  moved.splice(index === -1 ? moved.length : index, 0, move)
  if (moved.length > maxMovedUp + 1) moved.pop()
}
