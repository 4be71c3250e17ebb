// Decides about start and end of the challenge, the freeze of its leaderboard, its options, and the days that participants complete;
// `history/` decides about resets, restores and scoring.

import { journeyEvents, type ChallengeEvent, type JourneyEvent } from '@thirty/contracts/challenge/events.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { hasEnded, isDayOpen } from '@thirty/contracts/challenge/challenge-day.ts'
import type { CurrentRun } from '@thirty/contracts/challenge/history.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { ChangeOptionsRequest } from '@thirty/contracts/challenge/options-api.ts'
import { changedFields } from '@thirty/contracts/given-fields.ts'
import { maxEventMs, type EventNetworks } from '@thirty/contracts/endpoints/event-networks.ts'
import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-state.ts'

/** `startsAt`: the start of day 1, now when missing. Times in milliseconds since 1970. */
export type StartChallenge = { startsAt: number | undefined; now: number; timeZone: string }

/**
 * Starts the challenge now or at another time. A time in the future is a schedule; a time in the past makes that day
 * day 1, unless the challenge would have ended by now. A run is started once, before its end; a schedule is changed or
 * cancelled, not created again.
 */
export function start(run: CurrentRun, command: StartChallenge): ChallengeEvent[] {
  const { startsAt: scheduledAt } = run
  if (scheduledAt !== undefined && scheduledAt > command.now)
    refuse('already-started', 'startAlreadyScheduled')
  if (scheduledAt !== undefined) refuse('already-started', 'alreadyStarted')
  return [startEvent(run, command)]
}

/** Moves a scheduled start to another time, or to now. The same time again changes nothing. */
export function reschedule(run: CurrentRun, command: StartChallenge): ChallengeEvent[] {
  const { startsAt: scheduledAt } = run
  if (scheduledAt === undefined) refuse('not-scheduled', 'startNotScheduled')
  if (scheduledAt <= command.now) refuse('already-started', 'alreadyStarted')
  return scheduledAt === command.startsAt ? [] : [startEvent(run, command)]
}

/** Cancels a scheduled start. Changes nothing if no start is scheduled. */
export function cancelSchedule({ run, startsAt }: CurrentRun, { now }: { now: number }): ChallengeEvent[] {
  if (startsAt === undefined) return []
  if (startsAt <= now) refuse('already-started', 'alreadyStarted')
  return [{ type: 'ScheduleCancelled', data: { run } }]
}

/** `at`: when the challenge ends, now when missing, or its leaderboard freezes, soon when missing. In milliseconds since 1970. */
type AtTime = { at: number | undefined; now: number; timeZone: string }

/**
 * Sets the end of the challenge or moves it, also after it has come. Ending a challenge now that has ended already changes
 * nothing, and neither does the same time again. A run that was never started can only end later.
 */
export function end(period: CurrentRun, { at, now, timeZone }: AtTime): ChallengeEvent[] {
  const { run, startsAt, endsAt } = period
  const next = at ?? now
  if (next < now) refuseField('at', 'endInPast')
  if (startsAt !== undefined && startsAt > now && startsAt >= next) refuseField('at', 'endBeforeStart')
  if (next === endsAt || (at === undefined && hasEnded(period, now, timeZone))) return []
  if (startsAt === undefined && next <= now) refuseField('at', 'notStartedYet')
  return [{ type: 'ChallengeEndSet', data: { run, endsAt: new Date(next).toISOString() } }]
}

/** Undoes the end that was set, so that the default counts again. Changes nothing if none is set. */
export const undoEnd = ({ run, endsAt }: CurrentRun): ChallengeEvent[] =>
  endsAt === undefined ? [] : [{ type: 'ChallengeEndUndone', data: { run } }]

/**
 * Milliseconds from a request to freeze the leaderboard now until it is frozen: every process has to know of the freeze when it
 * begins (decision 0074).
 */
export const freezeDelayMs = 3_000

/** Freezes the leaderboard, or moves a freeze that has not begun. The same time again changes nothing. */
export function freeze(current: CurrentRun, { at, now, timeZone }: AtTime): ChallengeEvent[] {
  const { run, frozenAt } = current
  if (frozenAt !== undefined && frozenAt <= now) refuse('already-frozen', 'alreadyFrozen')
  const next = at ?? now + freezeDelayMs
  // A freeze now that begins as soon is the same one.
  if (next === frozenAt || (at === undefined && frozenAt !== undefined && frozenAt < next)) return []
  if (hasEnded(current, now, timeZone)) refuse('challenge-ended', 'challengeEnded')
  if (next < now + freezeDelayMs) refuseField('at', 'freezeTooSoon')
  if (hasEnded(current, next, timeZone)) refuseField('at', 'freezeAfterEnd')
  return [{ type: 'LeaderboardFrozen', data: { run, frozenAt: new Date(next).toISOString() } }]
}

/** Cancels a freeze that has not begun. Changes nothing if no freeze is set. */
export function cancelFreeze({ run, frozenAt }: CurrentRun, { now }: { now: number }): ChallengeEvent[] {
  if (frozenAt === undefined) return []
  if (frozenAt <= now) refuse('already-frozen', 'alreadyFrozen')
  return [{ type: 'FreezeCancelled', data: { run } }]
}

/** Ends the freeze of the leaderboard, so that everybody sees the final standings. */
export function reveal({ run, frozenAt }: CurrentRun, { now }: { now: number }): ChallengeEvent[] {
  if (frozenAt === undefined || frozenAt > now) refuse('not-frozen', 'notFrozen')
  return [{ type: 'LeaderboardRevealed', data: { run } }]
}

function startEvent(
  { run, endsAt }: CurrentRun,
  { startsAt, now, timeZone }: StartChallenge,
): ChallengeEvent {
  const at = startsAt ?? now
  if (endsAt !== undefined && endsAt <= now) refuse('challenge-ended', 'challengeEnded')
  if (endsAt !== undefined && endsAt <= at) refuseField('startsAt', 'startAfterEnd')
  if (hasEnded({ startsAt: at, endsAt }, now, timeZone)) refuseField('startsAt', 'wouldHaveEnded')
  const data = { run, startsAt: new Date(at).toISOString() }
  return { type: at > now ? 'ChallengeScheduled' : 'ChallengeStarted', data }
}

// The options of the installation, such as notifications and reminders, belong to no run: a reset must not switch reminders on again, and a
// restore of an old backup must not start to send email. Backup files do not contain them. While notifications are off, reviews, ratings,
// likes and comments create none, also not afterwards, so that switching on brings no flood of old notifications. While reminders are off,
// no batch is claimed, so that the reminders of the day are sent if the option is switched on before the day ends. `options.changed` is a
// separate message, because every open leaderboard loads again at `challenge.changed`.

/**
 * Changes options. `hasSecondFactor`: whether the caller has one; who has none would be locked out by the need of one. `now`: when an event
 * that is named begins. Throws `no-second-factor` and `invalid-fields`.
 */
export function changeOptions(
  options: ChallengeOptions,
  { eventNetworks, ...change }: ChangeOptionsRequest,
  { hasSecondFactor, now }: { hasSecondFactor: boolean; now: number },
): ChallengeEvent[] {
  const isNewNeed = change.ownersNeedTwoFactor === true && !options.ownersNeedTwoFactor
  if (isNewNeed && !hasSecondFactor) refuse('no-second-factor', 'secondFactorFirst')
  const isNewEvent = eventNetworks !== undefined && !isSameEvent(eventNetworks, options.eventNetworks)
  if (isNewEvent && eventNetworks !== null) refuseWrongEnd(eventNetworks, now)
  const data = { ...changedFields(options, change), ...(isNewEvent && { eventNetworks }) }
  return Object.keys(data).length === 0 ? [] : [{ type: 'ChallengeOptionsChanged', data }]
}

const isSameEvent = (one: EventNetworks | null, other: EventNetworks | null): boolean =>
  one?.until === other?.until &&
  JSON.stringify(one?.networks.toSorted()) === JSON.stringify(other?.networks.toSorted())

function refuseWrongEnd({ until }: EventNetworks, now: number): void {
  const end = Date.parse(until)
  if (end > now && end <= now + maxEventMs) return
  refuseField('eventNetworks.until', 'eventEndTooLate')
}

/** The days that a participant has completed in a run; `endpoints.ts` begins with the days of the runs that it was restored from. */
export type CompletedDays = ReadonlySet<number>

export const completionsFold = {
  events: journeyEvents,
  initial: new Set() as CompletedDays,
  evolve: (days: CompletedDays, { type, data }: JourneyEvent): CompletedDays =>
    type === 'DayCompleted'
      ? new Set([...days, data.day])
      : new Set([...days].filter((day) => day !== data.day)),
}

/** Times in milliseconds since 1970. */
export type CompleteDay = { day: number; startsAt: number | undefined; now: number; timeZone: string }

/** Completes a day that has started. Completing it again changes nothing. */
export function complete(
  completed: CompletedDays,
  { day, startsAt, now, timeZone }: CompleteDay,
): JourneyEvent[] {
  if (completed.has(day)) return []
  if (!isDayOpen(day, startsAt, now, timeZone))
    refuseField('day', say('dayNotStarted', { day }), 'day-not-started')
  return [{ type: 'DayCompleted', data: { day } }]
}

/** Reopens a completed day. Reopening a day that is not completed changes nothing. */
export function reopen(completed: CompletedDays, { day }: { day: number }): JourneyEvent[] {
  return completed.has(day) ? [{ type: 'DayReopened', data: { day } }] : []
}
