// Finds the moment of the log that a request names: by a position, a time or a day.

import { calendarDay, startOfDay } from '@thirty/contracts/challenge/calendar.ts'
import { currentRun, type History } from '@thirty/contracts/challenge/history.ts'
import { Refusal, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import { type EventLog, beginning, seenEvent, type SeenEvent } from '@thirty/infra/event-log/event-log.ts'
import type { ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'
import type { ReadSide } from '../../registered-projection.ts'
import { readChallenge } from '../../read-challenge.ts'
import { say, type Text } from '@thirty/contracts/texts/text.ts'

/**
 * A moment of the log: a position, the history that was current there, and all runs up to there. `time` is the moment in
 * milliseconds since 1970, if the moment was given as a time.
 */
export type Moment = { position: bigint; history: History; challenge: ChallengeState; time?: number }

/**
 * Returns what finds the moment that a request names: a position, an ISO time, or `day:12` for the end of that day of the current run; a
 * day that has not ended is the moment now. Refuses an impossible date as `malformed`, and moments in the future or before the
 * first event as `invalid-fields`.
 */
export function momentFinder({ log, clock, timeZone }: Pick<ReadSide, 'log' | 'clock' | 'timeZone'>) {
  const positionAt = timeIndex(log, ['challenge', 'user-', 'deleted-', 'project-'])

  const momentAt = async (position: bigint): Promise<Moment> => {
    const challenge = await readChallenge(log, position)
    return { position, challenge, history: currentRun(challenge.runs).history }
  }

  const timeOf = async (at: string): Promise<number> => {
    const now = clock()
    if (!at.startsWith('day:')) {
      const time = Date.parse(at)
      if (Number.isNaN(time))
        throw new Refusal('malformed', 'The request is malformed.', { at: 'This is not a time.' })
      return time <= now ? time : refuseAt(say('timeInFuture'))
    }
    const day = Number(at.slice('day:'.length))
    const { startsAt } = currentRun((await readChallenge(log)).runs)
    if (startsAt === undefined || startsAt > now) return refuseAt(say('challengeNotStarted'))
    const firstDay = calendarDay(startsAt, timeZone)
    if (startOfDay(firstDay + day - 1, timeZone) > now) return refuseAt(say('dayNotStartedYet', { day }))
    // The last millisecond of the day: an event at midnight belongs to the next one.
    return Math.min(now, startOfDay(firstDay + day, timeZone) - 1)
  }

  return async (at: string): Promise<Moment> => {
    if (!/^\d+$/.test(at)) {
      const time = await timeOf(at)
      return { ...(await momentAt((await positionAt(time)) ?? refuseAt(say('logBeginsLater')))), time }
    }
    const position = BigInt(at)
    if (position > (await log.head())) return refuseAt(say('positionInFuture'))
    for await (const events of log.readAll({ until: position, batch: 1 }))
      if (events.length > 0) return momentAt(position)
    return refuseAt(say('logBeginsLater'))
  }
}

const refuseAt = (said: Text): never => refuseField('at', said)

// Finds the position of the log at a time. The log is ordered by position, and the clocks of several processes differ a little, so the
// place of a time is before the first event that is later. Remembers sparse marks, so that the log is read once.
/** A place in the log up to which no event is later than `at` (milliseconds since 1970). */
type Mark = SeenEvent & { at: number }

/** Events between two marks. */
const eventsPerMark = 512

/**
 * Returns a function that finds the position of the event of these streams before the first event after a time in milliseconds; `undefined`
 * if the log begins later or is empty.
 */
export function timeIndex(log: Pick<EventLog, 'readAll' | 'compareEvent'>, streams: readonly string[]) {
  let marks: Mark[] = []
  // One after the other, so that each begins at the marks of the one before.
  const inTurn = concurrencyLimit({ maxConcurrent: 1, maxQueued: Infinity })

  const find = async (time: number): Promise<bigint | undefined> => {
    const newest = marks.at(-1)
    if (newest && (await log.compareEvent(newest)) === 'other') marks = []
    const from = marks.findLast((mark) => mark.at <= time)
    let found = from?.position
    let latest = from?.at ?? -Infinity
    const range = { after: from?.position ?? beginning, streams, batch: eventsPerMark }
    for await (const events of log.readAll({ ...range, ...(from && { seen: from }) })) {
      for (const { at, position } of events) {
        const moment = Date.parse(at)
        if (moment > time) return found
        latest = Math.max(latest, moment)
        found = position
      }
      const last = events.at(-1)
      // Everything up to it was read.
      if (last && last.position > (marks.at(-1)?.position ?? beginning))
        marks.push({ ...seenEvent(last), at: latest })
    }
    return found
  }

  return (time: number): Promise<bigint | undefined> => inTurn(() => find(time))
}
