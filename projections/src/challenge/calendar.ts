import type { CurrentDayAnswer } from '@thirty/contracts/api/challenge.ts'
import { nextDayAt } from '@thirty/contracts/rules/challenge-day.ts'
import type { Live } from '@thirty/infra/live/live.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ViewStore } from '@thirty/infra/views/views.ts'
import { challengeNews } from './live.ts'
import type { ChallengeQueries } from './query.ts'
import { challengeView } from './view.ts'

export type CalendarOptions = {
  queries: ChallengeQueries
  store: Pick<ViewStore, 'checkpoint'>
  /** Carries to the sockets of this process only: every other one has a calendar, too. */
  live: Live
  scheduler: Scheduler
}

/** Milliseconds after which the challenge is looked at again in any case: a start may have been arranged meanwhile. */
const lookAgainAfter = 60_000

/**
 * No event happens at midnight, nor when an arranged start arrives: this tells of both on time. What an event changed
 * has been told by whoever took it in. Returns the way out.
 */
export function followCalendar({ queries, store, live, scheduler }: CalendarOptions): () => void {
  let known: CurrentDayAnswer | undefined
  let callOff: () => void
  let isOver = false

  const look = async (): Promise<void> => {
    const now = await queries.currentDay()
    if (known && hasOnlyTimePassed(known, now)) await tell()
    known = now
  }
  const tell = async (): Promise<void> => {
    const position = (await store.checkpoint(challengeView)).toString()
    for (const news of challengeNews(queries)()) {
      const content = 'build' in news && (await news.build())
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
function hasOnlyTimePassed(before: CurrentDayAnswer, now: CurrentDayAnswer): boolean {
  const isSame = before.run === now.run && before.startsAt === now.startsAt
  return isSame && (before.day !== now.day || before.started !== now.started)
}

function waitAfter(known: CurrentDayAnswer | undefined, now: number): number {
  if (known === undefined) return lookAgainAfter
  const start = known.startsAt === null ? 0 : Date.parse(known.startsAt)
  const next = start > now ? Math.min(start, nextDayAt(now, known.timeZone)) : nextDayAt(now, known.timeZone)
  return Math.min(next - now, lookAgainAfter)
}
