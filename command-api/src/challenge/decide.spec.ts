import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { test } from 'vitest'
import type { Recorded } from '../fold.ts'
import { currentRun, evolveRuns, initialRuns, type Runs } from '../runs.ts'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { cancelSchedule, reschedule, start } from './decide.ts'

const monday = '2026-03-02T08:00:00.000Z'
const friday = '2026-03-06T08:00:00.000Z'
const now = Date.parse(monday)

let position = 0n
const recorded = (event: ChallengeEvent): Recorded<ChallengeEvent> => {
  position += 1n
  return { ...event, at: monday, position, metadata: { correlation: 'c' } }
}
const started: ChallengeEvent = { type: 'ChallengeStarted', data: { run: 1, startsAt: monday } }
const scheduled: ChallengeEvent = { type: 'ChallengeScheduled', data: { run: 1, startsAt: friday } }
const cancelled: ChallengeEvent = { type: 'ScheduleCancelled', data: { run: 1 } }
const reset: ChallengeEvent = { type: 'ChallengeReset', data: { run: 2, backup: 'b1' } }
const restored: ChallengeEvent = {
  type: 'BackupRestored',
  data: { run: 3, backup: 'b1', parent: { run: 1 } },
}

const decider = deciderSpec(initialRuns, evolveRuns)
const given = (...events: ChallengeEvent[]) => decider.given(...events.map(recorded))
const startAt = (startsAt?: number) => (runs: Runs) => start(currentRun(runs), { startsAt, now })
const moveTo =
  (startsAt?: number, clock = now) =>
  (runs: Runs) =>
    reschedule(currentRun(runs), { startsAt, now: clock })
const cancel =
  (clock = now) =>
  (runs: Runs) =>
    cancelSchedule(currentRun(runs), { now: clock })

test('an admin starts the challenge', () => {
  given().when(startAt()).then(started)
})

test('a start in the future is a schedule', () => {
  given()
    .when(startAt(Date.parse(friday)))
    .then(scheduled)
})

test('a start in the past makes that day the first day', () => {
  given()
    .when(startAt(now - 86_400_000))
    .then({ type: 'ChallengeStarted', data: { run: 1, startsAt: '2026-03-01T08:00:00.000Z' } })
})

test('a second start is refused', () => {
  given(started).when(startAt()).thenRefused('already-started', 'The challenge has already been started')
  given(scheduled)
    .when(startAt())
    .thenRefused('already-started', 'The start of the challenge is already scheduled')
})

test('an admin moves a scheduled start, or starts the challenge now instead', () => {
  const saturday = '2026-03-07T08:00:00.000Z'
  given(scheduled)
    .when(moveTo(Date.parse(saturday)))
    .then({ type: 'ChallengeScheduled', data: { run: 1, startsAt: saturday } })
  given(scheduled).when(moveTo()).then(started)
  given(scheduled)
    .when(moveTo(Date.parse(friday)))
    .thenNothing()
})

test('refuses to move a start that is not scheduled or has passed', () => {
  given().when(moveTo()).thenRefused('not-scheduled')
  given(started).when(moveTo()).thenRefused('already-started')
  given(scheduled)
    .when(moveTo(undefined, Date.parse(friday)))
    .thenRefused('already-started')
  given(scheduled, cancelled).when(moveTo()).thenRefused('not-scheduled')
})

test('a scheduled start is cancelled once, and the challenge can be started afterwards', () => {
  given(scheduled).when(cancel()).then(cancelled)
  given(scheduled, cancelled).when(cancel()).thenNothing()
  given().when(cancel()).thenNothing()
  given(scheduled, cancelled).when(startAt()).then(started)
})

test('refuses to cancel a start that has passed', () => {
  given(started).when(cancel()).thenRefused('already-started')
  given(scheduled)
    .when(cancel(Date.parse(friday)))
    .thenRefused('already-started')
})

test('after a reset there is no schedule left', () => {
  given(scheduled, reset).when(cancel()).thenNothing()
  given(scheduled, reset).when(moveTo()).thenRefused('not-scheduled')
})

test('after a reset the new run can be started', () => {
  given(started, reset)
    .when(startAt())
    .then({ type: 'ChallengeStarted', data: { run: 2, startsAt: monday } })
})

test('a run that was restored from a started run cannot be started again', () => {
  given(started, reset, restored).when(startAt()).thenRefused('already-started')
})
