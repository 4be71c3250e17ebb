import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { CurrentRun } from '../runs.ts'

/** `startsAt`: when the days begin to count, now when missing. Times in milliseconds since 1970. */
export type StartChallenge = { startsAt: number | undefined; now: number }

/**
 * Starts the challenge now, or from another moment on: a later one is a schedule, an earlier one counts the days from
 * then. A run is started once; a schedule is changed or cancelled, not made a second time.
 */
export function start({ run, startsAt: before }: CurrentRun, command: StartChallenge): ChallengeEvent[] {
  if (before !== undefined && before > command.now) {
    refuse('already-started', 'The start of the challenge is already scheduled')
  }
  if (before !== undefined) refuseStarted()
  return [begun(run, command)]
}

/** Moves an arranged start that has not come: to another moment, or to now. The same moment again changes nothing. */
export function reschedule({ run, startsAt: before }: CurrentRun, command: StartChallenge): ChallengeEvent[] {
  if (before === undefined) refuse('not-scheduled', 'No start of the challenge is scheduled')
  if (before <= command.now) refuseStarted()
  return before === command.startsAt ? [] : [begun(run, command)]
}

/** Gives an arranged start up that has not come. Where none is arranged, there is nothing to do. */
export function cancelSchedule({ run, startsAt }: CurrentRun, { now }: { now: number }): ChallengeEvent[] {
  if (startsAt === undefined) return []
  if (startsAt <= now) refuseStarted()
  return [{ type: 'ScheduleCancelled', data: { run } }]
}

function begun(run: number, { startsAt, now }: StartChallenge): ChallengeEvent {
  const at = startsAt ?? now
  const data = { run, startsAt: new Date(at).toISOString() }
  return { type: at > now ? 'ChallengeScheduled' : 'ChallengeStarted', data }
}

function refuseStarted(): never {
  refuse('already-started', 'The challenge has already been started')
}
