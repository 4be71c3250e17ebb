import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { test } from 'vitest'
import type { Recorded } from '../fold.ts'
import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
} from '@thirty/contracts/events/challenge-state.ts'
import { currentRun } from '@thirty/contracts/rules/history.ts'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import {
  cancelFreeze,
  cancelSchedule,
  end,
  freeze,
  freezeDelayMs,
  reschedule,
  reveal,
  start,
  undoEnd,
} from './decide.ts'

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

const endSet = (endsAt: string, run = 1): ChallengeEvent => ({
  type: 'ChallengeEndSet',
  data: { run, endsAt },
})
const endUndone: ChallengeEvent = { type: 'ChallengeEndUndone', data: { run: 1 } }

const decider = deciderSpec(initialChallenge, evolveChallenge)
const given = (...events: ChallengeEvent[]) => decider.given(...events.map(recorded))
const startAt =
  (startsAt?: number, timeZone = 'UTC') =>
  ({ runs }: ChallengeState) =>
    start(currentRun(runs), { startsAt, now, timeZone })
const moveTo =
  (startsAt?: number, clock = now) =>
  ({ runs }: ChallengeState) =>
    reschedule(currentRun(runs), { startsAt, now: clock, timeZone: 'UTC' })
const cancel =
  (clock = now) =>
  ({ runs }: ChallengeState) =>
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

test('refuses a start so long ago that the challenge would have ended already', () => {
  const message = 'The challenge would already have ended. Please choose a later start.'
  const earliest = Date.parse('2026-01-25T00:00:00Z')
  given()
    .when(startAt(earliest))
    .then({ type: 'ChallengeStarted', data: { run: 1, startsAt: '2026-01-25T00:00:00.000Z' } })
  given()
    .when(startAt(earliest - 1))
    .thenRefused('invalid-fields', message)
  given()
    .when(startAt(earliest, 'America/New_York'))
    .thenRefused('invalid-fields', { errors: ['startsAt'] })
  given(scheduled)
    .when(moveTo(earliest - 1))
    .thenRefused('invalid-fields', message)
  // An end that an admin has set counts instead.
  given(endSet(friday))
    .when(startAt(earliest - 1))
    .then({ type: 'ChallengeStarted', data: { run: 1, startsAt: '2026-01-24T23:59:59.999Z' } })
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

const endAt =
  (at?: string, { time = now, timeZone = 'UTC' } = {}) =>
  ({ runs }: ChallengeState) =>
    end(currentRun(runs), { at: at === undefined ? undefined : Date.parse(at), now: time, timeZone })
const undo = ({ runs }: ChallengeState) => undoEnd(currentRun(runs))
const ended = [started, endSet(monday)]

test('an admin ends the challenge now or later', () => {
  given(started).when(endAt()).then(endSet(monday))
  given(started).when(endAt(friday)).then(endSet(friday))
})

test('an admin sets the end of a challenge that is not started, or only scheduled', () => {
  given().when(endAt(friday)).then(endSet(friday))
  given(scheduled).when(endAt('2026-03-06T08:00:00.001Z')).then(endSet('2026-03-06T08:00:00.001Z'))
})

test('refuses an end in the past', () => {
  given(started)
    .when(endAt('2026-03-02T07:59:59.999Z'))
    .thenRefused('invalid-fields', "The end can't be in the past")
  given(started)
    .when(endAt('2026-03-01T08:00:00Z'))
    .thenRefused('invalid-fields', { errors: ['at'] })
})

test('refuses to end now a challenge that was never started', () => {
  const message = 'The challenge has not been started yet'
  given().when(endAt()).thenRefused('invalid-fields', message)
  given().when(endAt(monday)).thenRefused('invalid-fields', message)
  given(scheduled, cancelled).when(endAt()).thenRefused('invalid-fields', message)
  given(started, reset).when(endAt()).thenRefused('invalid-fields', message)
})

test('refuses an end before the scheduled start', () => {
  for (const at of [undefined, '2026-03-05T08:00:00Z', friday])
    given(scheduled).when(endAt(at)).thenRefused('invalid-fields', "The challenge can't end before it starts")
})

test('an end is moved, also after it has come; the same end again changes nothing', () => {
  const saturday = '2026-03-07T08:00:00.000Z'
  given(...ended)
    .when(endAt(friday))
    .then(endSet(friday))
  given(started, endSet(friday)).when(endAt(saturday)).then(endSet(saturday))
  given(started, endSet(friday)).when(endAt()).then(endSet(monday))
  given(started, endSet(friday)).when(endAt(friday)).thenNothing()
})

test('ending a challenge now that has ended already changes nothing', () => {
  given(...ended)
    .when(endAt())
    .thenNothing()
  const afterDefault = Date.parse('2026-04-08T00:00:00Z')
  given(started)
    .when(endAt(undefined, { time: afterDefault }))
    .thenNothing()
  given(started)
    .when(endAt(undefined, { time: afterDefault - 1 }))
    .then(endSet('2026-04-07T23:59:59.999Z'))
  given(started)
    .when(endAt(undefined, { time: afterDefault, timeZone: 'America/New_York' }))
    .then(endSet('2026-04-08T00:00:00.000Z'))
})

test('an end that was set is undone once', () => {
  given(...ended)
    .when(undo)
    .then(endUndone)
  given(...ended, endUndone)
    .when(undo)
    .thenNothing()
  given(started).when(undo).thenNothing()
})

test('after a reset there is no end to undo, and the new run can be ended', () => {
  given(...ended, reset)
    .when(undo)
    .thenNothing()
  given(...ended, reset)
    .when(endAt(friday))
    .then(endSet(friday, 2))
})

test('a restored run ends when the run of its backup did, and its end can be undone', () => {
  given(...ended, reset, restored)
    .when(endAt())
    .thenNothing()
  given(...ended, reset, restored)
    .when(undo)
    .then({ type: 'ChallengeEndUndone', data: { run: 3 } })
})

test('refuses a start when the end has come, and one that is not before the end', () => {
  given(endSet(monday)).when(startAt()).thenRefused('challenge-ended', 'The challenge has ended')
  given(endSet(friday))
    .when(startAt(Date.parse(friday)))
    .thenRefused('invalid-fields', { errors: ['startsAt'] })
  given(endSet(friday)).when(startAt()).then(started)
  given(scheduled, endSet('2026-03-08T08:00:00.000Z'))
    .when(moveTo(Date.parse('2026-03-09T08:00:00Z')))
    .thenRefused('invalid-fields', "The challenge can't start after its end")
})

const frozen = (frozenAt: string, run = 1): ChallengeEvent => ({
  type: 'LeaderboardFrozen',
  data: { run, frozenAt },
})
const freezeAt =
  (at?: number) =>
  ({ runs }: ChallengeState) =>
    freeze(currentRun(runs), { at, now, timeZone: 'UTC' })
const unfreeze = ({ runs }: ChallengeState) => cancelFreeze(currentRun(runs), { now })
const revealNow = ({ runs }: ChallengeState) => reveal(currentRun(runs), { now })

test('freezes the leaderboard in a few seconds or later, and moves a freeze that has not begun', () => {
  given(started)
    .when(freezeAt())
    .then(frozen(new Date(now + freezeDelayMs).toISOString()))
  given(started, frozen('2026-03-05T08:00:00.000Z'))
    .when(freezeAt(Date.parse(friday)))
    .then(frozen(friday))
  given(started, frozen(friday))
    .when(freezeAt(Date.parse(friday)))
    .thenNothing()
})

test('refuses a freeze at once, after the end, and while the leaderboard is frozen', () => {
  given(started)
    .when(freezeAt(now))
    .thenRefused('invalid-fields', { errors: ['at'] })
  given(started, endSet(friday))
    .when(freezeAt(Date.parse(friday)))
    .thenRefused('invalid-fields', { errors: ['at'] })
  given(...ended)
    .when(freezeAt())
    .thenRefused('challenge-ended', 'The challenge has ended')
  given(started, frozen(monday))
    .when(freezeAt(Date.parse(friday)))
    .thenRefused('already-frozen', 'The leaderboard is frozen. Reveal the final standings to end the freeze.')
})

test('cancels a freeze before it begins, and reveals it afterwards', () => {
  given(started, frozen(friday))
    .when(unfreeze)
    .then({ type: 'FreezeCancelled', data: { run: 1 } })
  given(started).when(unfreeze).thenNothing()
  given(started, frozen(monday))
    .when(unfreeze)
    .thenRefused('already-frozen', 'The leaderboard is frozen. Reveal the final standings to end the freeze.')
  given(started, frozen(monday))
    .when(revealNow)
    .then({ type: 'LeaderboardRevealed', data: { run: 1 } })
  given(started, frozen(friday)).when(revealNow).thenRefused('not-frozen', 'The leaderboard is not frozen')
})

test('no new run is frozen, also not one that was restored from a frozen one', () => {
  given(started, frozen(monday), reset)
    .when(revealNow)
    .thenRefused('not-frozen', 'The leaderboard is not frozen')
  given(started, frozen(monday), reset, restored)
    .when(revealNow)
    .thenRefused('not-frozen', 'The leaderboard is not frozen')
})
