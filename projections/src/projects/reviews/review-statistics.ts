// Statistics of the reviews. Counts read indexes only. The lengths of the waits are read for each day, but only once for a day that is
// over.

import {
  reviewChartDays,
  type ReviewDay,
  type ReviewerWork,
  type ReviewStatisticsResponse,
} from '@thirty/contracts/judging/statistics-api.ts'
import { calendarDay, formatCalendarDay, startOfDay } from '@thirty/contracts/challenge/calendar.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import { LRUCache } from 'lru-cache'
import { importedPersonId, nameAs, standIn, type StandIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { entriesAfter, type Source } from '../../document-reads.ts'
import { livePosition } from '../../read-model-state.ts'
import { ownersById } from '../card-loader.ts'
import { reviewerIds, waitFromTiebreaker, type Reviewer, reviewIndexes } from './waits-and-reviewers.ts'

type Options = Source & { clock: Clock; timeZone: string }

const maxReviewers = 100
/** A chart has at least as many days, so that the first ones are not as wide as the chart. */
const fewestDays = 7
/** Entries of one read, so that a day with many reviews does not block other requests. */
const readSize = 1_000
/** A process that is late may still append a review of the day before; then the day is no longer cached. */
const settledAfterMs = 60 * 60 * 1000

/**
 * Returns how many projects waited for review at the end of each of the last days since the first submission, how long the reviewed ones
 * had waited, and how much each admin has done.
 */
export function reviewStatistics({ clock, timeZone, ...source }: Options) {
  const { store, readModel } = source
  const settledDays = new LRUCache<string, readonly number[]>({ max: 2 * reviewChartDays })

  const backlogAt = async (time: number): Promise<number> => {
    const countUntil = (index: string) => store.countBetween(readModel, index, 0, time)
    const [waiting, begun, ended] = await Promise.all([
      countUntil('waiting'),
      countUntil(reviewIndexes.waitsBegun),
      countUntil(reviewIndexes.waitsEnded),
    ])
    return waiting + begun - ended
  }

  /** Returns the lengths of the waits that reviews ended between two times, the shortest first. */
  const readWaits = async (from: number, until: number): Promise<number[]> => {
    const waits: number[] = []
    const range = { place: { score: from, tiebreaker: '' }, limit: readSize }
    for await (const { score, tiebreaker } of entriesAfter(source, reviewIndexes.reviewTimes, range)) {
      if (score >= until) break
      waits.push(waitFromTiebreaker(tiebreaker))
    }
    return waits.sort((left, right) => left - right)
  }

  const waitsOf = async (day: number, epoch: string, now: number): Promise<readonly number[]> => {
    const key = `${epoch} ${day}`
    const end = startOfDay(day + 1, timeZone)
    const waits = settledDays.get(key) ?? (await readWaits(startOfDay(day, timeZone), end))
    if (end + settledAfterMs < now) settledDays.set(key, waits)
    return waits
  }

  const dayFigures = async (day: number, epoch: string, now: number): Promise<ReviewDay> => {
    const end = startOfDay(day + 1, timeZone) - 1
    const [backlog, waits] = await Promise.all([backlogAt(Math.min(end, now)), waitsOf(day, epoch, now)])
    return {
      date: formatCalendarDay(day),
      backlog,
      reviews: waits.length,
      median: quantile(waits, 0.5),
      p90: quantile(waits, 0.9),
    }
  }

  /** Returns since when the first project of the run waited, in milliseconds since 1970; `undefined` before the first submission. */
  const firstWait = async (): Promise<number | undefined> => {
    const first = await Promise.all(
      ['waiting', reviewIndexes.waitsBegun].map((index) =>
        store.entries(readModel, index, { from: { score: 0, tiebreaker: '' }, limit: 1 }),
      ),
    )
    const times = first.flat().map(({ score }) => score)
    return times.length === 0 ? undefined : Math.min(...times)
  }

  const shownDays = (since: number | undefined, today: number): number[] => {
    const begun = since === undefined ? today : calendarDay(since, timeZone)
    const first = Math.max(today - reviewChartDays + 1, Math.min(begun, today - fewestDays + 1))
    return Array.from({ length: today - first + 1 }, (_, index) => first + index)
  }

  const reviewers = async (): Promise<ReviewerWork[]> => {
    const mostFirst = { offset: 0, limit: maxReviewers, reverse: true }
    const found = await store.range<Reviewer>(readModel, reviewIndexes.reviewers, mostFirst)
    const ids = found.map(({ id }) => reviewerIds.subject(id))
    const ownerOf = await ownersById(source, ids)
    return found.map(({ document: { ratings, approved, rejected } }, row) => {
      const id = ids[row] ?? ''
      const code = standInCodes.get(id)
      const owner = ownerOf(id)
      const person = code ? standIn(code, 'name') : nameAs('name', owner)
      const username = code ? null : owner.username
      return { id, ...person, ...(username && { username }), ratings, approved, rejected }
    })
  }

  return async (): Promise<ReviewStatisticsResponse> => {
    const now = clock()
    const positionBefore = await livePosition(store, readModel)
    const today = calendarDay(now, timeZone)
    const days = shownDays(await firstWait(), today)
    const [figures, work] = await Promise.all([
      Promise.all(days.map((day) => dayFigures(day, positionBefore.epoch, now))),
      reviewers(),
    ])
    return { days: figures, reviewers: work, ...positionBefore }
  }
}

/** Returns the smallest value that at least this share of the sorted values does not exceed; null without values. */
const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null

/** Reviewers without an account, by id. */
const standInCodes: ReadonlyMap<string, StandIn> = new Map([
  [operatorId, 'operator'],
  [importedPersonId, 'somebodyElsewhere'],
])
