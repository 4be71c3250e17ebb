// The live updates of the challenge: by events, by the clock, such as a new day, and by the switch to another run, whose progress admins
// receive.

import type { HistoryStatus } from '@thirty/contracts/backups/api.ts'
import { currentRun, type CurrentRun } from '@thirty/contracts/challenge/history.ts'
import { currentDayChange, type CurrentDayResponse } from '@thirty/contracts/challenge/api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live/live.ts'
import { nextDayStart } from '@thirty/contracts/challenge/calendar.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import { repeat, type Scheduler } from '@thirty/infra/scheduler.ts'
import { challengeState, type Challenge, type ChallengeQueries } from './read-model.ts'
import type { DocumentChange } from '../registered-projection.ts'

export type ChallengeChange = DocumentChange<Challenge>

/**
 * Sends a change of the challenge to everybody. Sends nothing for a change of another run, e.g. by an import: every open
 * screen loads again when the message arrives.
 */
export function challengeUpdates(queries: ChallengeQueries) {
  return (change: ChallengeChange) => (changesCurrentRun(change) ? updatesForAll(queries) : [])
}

const changesCurrentRun = ({ before, after }: ChallengeChange): boolean =>
  announcedIn(currentRun(challengeState(before).runs)) !== announcedIn(currentRun(challengeState(after).runs))

type Announced = Pick<CurrentDayResponse | CurrentRun, 'run' | 'startsAt' | 'endsAt' | 'frozenAt'>

/** The run, its start, its end and its freeze: what events announce. */
const announcedIn = ({ run, startsAt, endsAt, frozenAt }: Announced): string =>
  [run, startsAt, endsAt, frozenAt].join()

/** Visitors are in the showcase room, all others in the leaderboard room. */
const roomsOfAll = [rooms.showcase, rooms.leaderboard]

/** The challenge as it is now, for everybody. */
function updatesForAll(queries: ChallengeQueries) {
  const build = async () => fieldsOf(currentDayChange, await queries.currentDay())
  return roomsOfAll.map((room) => ({ room, message: 'challenge.changed' as const, build }))
}

/**
 * Longest time between two checks, because a start, an end or a freeze may be set at any time. A freeze begins three seconds after its
 * request at the earliest.
 */
const maxCheckDelayMs = 1_000
/** Delay after a check that failed, because the read model was unavailable. */
const retryDelayMs = 60_000

/** Returns what sends the messages about the challenge that no event causes, to the sockets of this process only: every process sends them. */
export function challengeMessages(
  queries: ChallengeQueries,
  live: LivePublisher<ServerMessages>,
  scheduler: Scheduler,
) {
  const stampOfNow = async () => ({
    ...(await queries.position()),
    at: new Date(scheduler.now()).toISOString(),
  })

  /** Publishes the challenge as it is now. */
  const publishChallenge = async (): Promise<void> => {
    const stamp = await stampOfNow()
    for (const { room, message, build } of updatesForAll(queries))
      live.publish(room, message, { ...(await build()), ...stamp })
  }

  return {
    /**
     * Publishes a new day at midnight, and the arrival of a scheduled start or of the end. Changes by events are published by the projection
     * worker that applies them. Returns a function that stops it.
     */
    startSchedule: (): (() => void) => {
      let lastDay: CurrentDayResponse | undefined
      const check = async (isStopped: () => boolean): Promise<void> => {
        const current = await queries.currentDay()
        if (lastDay && hasOnlyTimePassed(lastDay, current) && !isStopped()) await publishChallenge()
        lastDay = current
      }
      const stop = repeat(
        scheduler,
        (isStopped) =>
          // While the read model is unavailable, a later check publishes what this one would have.
          check(isStopped).then(
            () => delayUntilNextCheck(lastDay, scheduler.now()),
            () => retryDelayMs,
          ),
        0,
      )
      return () => void stop()
    },
    /**
     * Tells that another run than before is shown: sockets load their data again, also if they miss this, because of the epoch. `isHidden`:
     * whether only admins are told, because a freeze hides from others that something changed.
     */
    publishShownRun: async (isHidden: boolean): Promise<void> => {
      const stamp = await stampOfNow()
      for (const room of isHidden ? [rooms.admins] : roomsOfAll) live.publish(room, 'news.missed', stamp)
      if (!isHidden) await publishChallenge()
    },
    /** Tells the admins how far the switch to another run is. */
    publishStatus: async (status: HistoryStatus): Promise<void> =>
      live.publish(rooms.admins, 'history.changed', { status, ...(await stampOfNow()) }),
  }
}

/** Whether nothing new was announced, and only the day or whether something announced has come differs. */
const hasOnlyTimePassed = (before: CurrentDayResponse, now: CurrentDayResponse): boolean =>
  announcedIn(before) === announcedIn(now) && passedIn(before) !== passedIn(now)

const passedIn = ({ day, started, ended, frozen }: CurrentDayResponse): string =>
  [day, started, ended, frozen].join()

function delayUntilNextCheck(lastDay: CurrentDayResponse | undefined, now: number): number {
  if (lastDay === undefined) return maxCheckDelayMs
  const announced = [lastDay.startsAt, lastDay.endsAt, lastDay.frozenAt].flatMap((at) =>
    at === null ? [] : Date.parse(at),
  )
  const next = [...announced.filter((at) => at > now), nextDayStart(now, lastDay.timeZone)]
  return Math.min(Math.min(...next) - now, maxCheckDelayMs)
}
