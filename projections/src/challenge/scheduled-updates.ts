import type { CurrentDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import type { ServerMessages } from '@thirty/contracts/live.ts'
import { nextDayStart } from '@thirty/contracts/rules/challenge-day.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { challengeUpdates } from './live.ts'
import type { ChallengeQueries } from './query.ts'
import { challengeProjection } from './projection.ts'

export type ScheduledUpdatesOptions = {
  queries: ChallengeQueries
  store: Pick<ReadModelStore, 'checkpoint'>
  /** Carries to the sockets of this process only: every other one has a calendar, too. */
  live: LivePublisher<ServerMessages>
  scheduler: Scheduler
}

/** Milliseconds after which the challenge is looked at again in any case: a start may have been arranged meanwhile. */
const lookAgainAfter = 60_000

/**
 * No event happens at midnight, nor when an arranged start arrives: this tells of both on time. What an event changed
 * has been told by whoever took it in. Returns the way out.
 */
export function startScheduledUpdates({
  queries,
  store,
  live,
  scheduler,
}: ScheduledUpdatesOptions): () => void {
  let known: CurrentDayResponse | undefined
  let callOff: () => void
  let isOver = false

  const look = async (): Promise<void> => {
    const now = await queries.currentDay()
    if (known && hasOnlyTimePassed(known, now)) await tell()
    known = now
  }
  const tell = async (): Promise<void> => {
    const position = (await store.checkpoint(challengeProjection)).toString()
    for (const news of challengeUpdates(queries)()) {
      const content = await news.build()
      const at = new Date(scheduler.now()).toISOString()
      if (!isOver) live.publish(news.room, news.message, { ...content, position, at })
    }
  }
  const goOn = (): void => {
    // A view that cannot be read just now is looked at again; what is to be told then waits that long.
    const looked = look().catch(() => undefined)
    void looked.then(() => {
      if (!isOver) callOff = scheduler.after(waitAfter(known, scheduler.now()), goOn)
    })
  }
  callOff = scheduler.after(0, goOn)
  return () => {
    isOver = true
    callOff()
  }
}

/** Whether it is the same challenge on another day, or the same start that lay ahead and is there. */
function hasOnlyTimePassed(before: CurrentDayResponse, now: CurrentDayResponse): boolean {
  const isSame = before.run === now.run && before.startsAt === now.startsAt
  return isSame && (before.day !== now.day || before.started !== now.started)
}

function waitAfter(known: CurrentDayResponse | undefined, now: number): number {
  if (known === undefined) return lookAgainAfter
  const start = known.startsAt === null ? 0 : Date.parse(known.startsAt)
  const next =
    start > now ? Math.min(start, nextDayStart(now, known.timeZone)) : nextDayStart(now, known.timeZone)
  return Math.min(next - now, lookAgainAfter)
}
