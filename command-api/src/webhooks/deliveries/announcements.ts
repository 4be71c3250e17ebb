// The messages to webhooks about starts and ends of the challenge, which follow from the time and not from an event.

import { challengeEnd } from '@thirty/contracts/challenge/challenge-day.ts'
import type { Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { z } from 'zod'
import type { Message } from './stored-delivery.ts'

/** The start and the end (milliseconds since 1970) of a run that receivers were notified about; null if they were not. */
export const announced = z.object({
  run: z.int(),
  startsAt: z.number().nullable(),
  endsAt: z.number().nullable(),
})
export type Announced = z.infer<typeof announced>

type Moment = { runs: Runs; now: number; timeZone: string }

/** Returns what has happened by now, so that it is not announced. A run that continues from a backup has started long ago. */
export function announcedBy({ runs, now, timeZone }: Moment): Announced {
  const { run, startsAt, endsAt } = currentRun(runs)
  const end = challengeEnd({ startsAt, endsAt }, timeZone)
  return {
    run,
    startsAt: startsAt !== undefined && startsAt <= now ? startsAt : null,
    endsAt: end !== undefined && end <= now ? end : null,
  }
}

/**
 * Returns the messages about starts and ends that have come since. A start and an end may be set for later, and then no event is
 * stored when they come, so they follow from the time. An end that was undone and comes again is announced again.
 */
export function announce(
  before: Announced,
  moment: Moment & { position: bigint },
): { messages: Message[]; after: Announced } {
  const after = announcedBy(moment)
  // A reset or a restore has its own message.
  if (after.run !== before.run) return { messages: [], after }
  const { run, startsAt, endsAt } = after
  const messages: Message[] = []
  const came = (time: number, suffix: string) => ({
    at: isoTime(time),
    suffix: `${suffix} ${run} ${time}`,
    position: moment.position,
    subjects: [],
  })
  if (startsAt !== null && startsAt !== before.startsAt) {
    const data = { run, startsAt: isoTime(startsAt) }
    messages.push({ type: 'challenge.started', ...came(startsAt, 'started'), data })
  }
  if (endsAt !== null && endsAt !== before.endsAt) {
    const data = { run, endsAt: isoTime(endsAt) }
    messages.push({ type: 'challenge.ended', ...came(endsAt, 'then ended'), data })
  }
  return { messages, after }
}
