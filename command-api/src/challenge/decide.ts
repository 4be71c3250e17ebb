import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { CurrentRun } from '../runs.ts'

/** `startsAt`: the start of day 1, now when missing. Times in milliseconds since 1970. */
export type StartChallenge = { startsAt: number | undefined; now: number }

/**
 * Starts the challenge now or at another time. A time in the future is a schedule; a time in the past makes that day
 * day 1. A run is started once; a schedule is changed or cancelled, not created again.
 */
export function start({ run, startsAt: scheduledAt }: CurrentRun, command: StartChallenge): ChallengeEvent[] {
  if (scheduledAt !== undefined && scheduledAt > command.now) {
    refuse('already-started', 'The start of the challenge is already scheduled')
  }
  if (scheduledAt !== undefined) refuseStarted()
  return [startEvent(run, command)]
}

/** Moves a scheduled start to another time, or to now. The same time again changes nothing. */
export function reschedule(
  { run, startsAt: scheduledAt }: CurrentRun,
  command: StartChallenge,
): ChallengeEvent[] {
  if (scheduledAt === undefined) refuse('not-scheduled', 'No start of the challenge is scheduled')
  if (scheduledAt <= command.now) refuseStarted()
  return scheduledAt === command.startsAt ? [] : [startEvent(run, command)]
}

/** Cancels a scheduled start. Changes nothing if no start is scheduled. */
export function cancelSchedule({ run, startsAt }: CurrentRun, { now }: { now: number }): ChallengeEvent[] {
  if (startsAt === undefined) return []
  if (startsAt <= now) refuseStarted()
  return [{ type: 'ScheduleCancelled', data: { run } }]
}

function startEvent(run: number, { startsAt, now }: StartChallenge): ChallengeEvent {
  const at = startsAt ?? now
  const data = { run, startsAt: new Date(at).toISOString() }
  return { type: at > now ? 'ChallengeScheduled' : 'ChallengeStarted', data }
}

function refuseStarted(): never {
  refuse('already-started', 'The challenge has already been started')
}
