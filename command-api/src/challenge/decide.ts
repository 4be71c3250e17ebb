import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { CurrentRun } from '../runs.ts'

/**
 * Starts the challenge now, or from another moment on (milliseconds since 1970): a later one is a schedule, an earlier
 * one counts the days from then. A run is started once.
 */
export function start(
  { run, startsAt: before }: CurrentRun,
  { startsAt, now }: { startsAt: number; now: number },
): ChallengeEvent[] {
  if (before !== undefined) refuse('already-started', 'The challenge has already been started')
  const data = { run, startsAt: new Date(startsAt).toISOString() }
  return [{ type: startsAt > now ? 'ChallengeScheduled' : 'ChallengeStarted', data }]
}
