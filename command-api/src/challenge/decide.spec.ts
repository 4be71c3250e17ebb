import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/challenge/challenge-state.ts'
import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { challengeEvent, placed, startedAt } from '@thirty/command-api/testing/challenge-events.ts'
import { decidersOf, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
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
const saturday = '2026-03-07T08:00:00.000Z'
const now = Date.parse(monday)
/** Returns the time this many milliseconds after Monday. */
const later = (ms: number) => new Date(now + ms).toISOString()
const timeOf = (text?: string) => (text === undefined ? undefined : Date.parse(text))

const started = startedAt(monday)
const scheduledFor = (startsAt: string) => challengeEvent('ChallengeScheduled', { run: 1, startsAt })
const scheduled = scheduledFor(friday)
const cancelled = challengeEvent('ScheduleCancelled', { run: 1 })
const reset = challengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
const restored = challengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } })
const endSet = (endsAt: string, run = 1) => challengeEvent('ChallengeEndSet', { run, endsAt })
const endUndone = (run = 1) => challengeEvent('ChallengeEndUndone', { run })

const { rule } = decidersOf((events: readonly ChallengeEvent[]) =>
  currentRun(placed(...events).reduce(evolveChallenge, initialChallenge).runs),
)
const startAt = (startsAt?: string, timeZone = 'UTC') =>
  deciding(start, { startsAt: timeOf(startsAt), now, timeZone })()
const moveTo = (startsAt?: string, clock = monday) =>
  deciding(reschedule, { startsAt: timeOf(startsAt), now: Date.parse(clock), timeZone: 'UTC' })()
const cancel = (clock = monday) => deciding(cancelSchedule, { now: Date.parse(clock) })()

rule(
  'an admin starts the challenge once: now, in the past, or in the future, which is a schedule',
  [[], startAt(), [started]],
  [[], startAt(friday), [scheduled]],
  [[], startAt(later(-1)), [startedAt(later(-1))]],
  [[started], startAt(), refused('already-started', 'The challenge has already been started')],
  [[scheduled], startAt(), refused('already-started', 'The start of the challenge is already scheduled')],
)

const [earliest, tooEarly] = ['2026-01-25T00:00:00.000Z', '2026-01-24T23:59:59.999Z']
const wouldHaveEnded = refused(
  'invalid-fields',
  'The challenge would already have ended. Please choose a later start.',
)
const atStart = refused('invalid-fields', { errors: ['startsAt'] })
rule(
  'refuses a start so long ago that the challenge would have ended already, unless an admin has set another end',
  [[], startAt(earliest), [startedAt(earliest)]],
  [[], startAt(tooEarly), wouldHaveEnded],
  [[], startAt(earliest, 'America/New_York'), atStart],
  [[scheduled], moveTo(tooEarly), wouldHaveEnded],
  [[endSet(friday)], startAt(tooEarly), [startedAt(tooEarly)]],
)

rule(
  'an admin moves a scheduled start that has not passed, or starts the challenge now instead',
  [[scheduled], moveTo(saturday), [scheduledFor(saturday)]],
  [[scheduled], moveTo(), [started]],
  [[scheduled], moveTo(friday), []],
  [[], moveTo(), 'not-scheduled'],
  [[started], moveTo(), 'already-started'],
  [[scheduled], moveTo(undefined, friday), 'already-started'],
  [[scheduled, cancelled], moveTo(), 'not-scheduled'],
)

rule(
  'a scheduled start that has not passed is cancelled once, and the challenge can be started afterwards',
  [[scheduled], cancel(), [cancelled]],
  [[scheduled, cancelled], cancel(), []],
  [[], cancel(), []],
  [[scheduled, cancelled], startAt(), [started]],
  [[started], cancel(), 'already-started'],
  [[scheduled], cancel(friday), 'already-started'],
)

rule(
  'after a reset the new run has no schedule and can be started, but not one that was restored from a started run',
  [[scheduled, reset], cancel(), []],
  [[scheduled, reset], moveTo(), 'not-scheduled'],
  [[started, reset], startAt(), [startedAt(monday, 2)]],
  [[started, reset, restored], startAt(), 'already-started'],
)

const endAt = (at?: string, { time = monday, timeZone = 'UTC' } = {}) =>
  deciding(end, { at: timeOf(at), now: Date.parse(time), timeZone })()
const ended = [started, endSet(monday)]
const atField = refused('invalid-fields', { errors: ['at'] })
const notStarted = refused('invalid-fields', 'The challenge has not been started yet')
const beforeStart = refused('invalid-fields', "The challenge can't end before it starts")
const justAfterFriday = '2026-03-06T08:00:00.001Z'

rule(
  'an admin ends a challenge that was started now or later, and sets the end of any in the future',
  [[started], endAt(), [endSet(monday)]],
  [[started], endAt(friday), [endSet(friday)]],
  [[], endAt(friday), [endSet(friday)]],
  [[scheduled], endAt(justAfterFriday), [endSet(justAfterFriday)]],
  [[started], endAt(later(-1)), refused('invalid-fields', "The end can't be in the past")],
  [[started], endAt(later(-1)), atField],
  [[], endAt(), notStarted],
  [[], endAt(monday), notStarted],
  [[scheduled, cancelled], endAt(), notStarted],
  [[started, reset], endAt(), notStarted],
  [[scheduled], endAt(), beforeStart],
  [[scheduled], endAt('2026-03-05T08:00:00Z'), beforeStart],
  [[scheduled], endAt(friday), beforeStart],
)

const [lastMoment, afterDefault] = ['2026-04-07T23:59:59.999Z', '2026-04-08T00:00:00.000Z']
const inNewYork = { time: afterDefault, timeZone: 'America/New_York' }
rule(
  'an end is moved, also after it has come; the same end again, and ending what has ended, changes nothing',
  [ended, endAt(friday), [endSet(friday)]],
  [[started, endSet(friday)], endAt(saturday), [endSet(saturday)]],
  [[started, endSet(friday)], endAt(), [endSet(monday)]],
  [[started, endSet(friday)], endAt(friday), []],
  [ended, endAt(), []],
  [[started], endAt(undefined, { time: afterDefault }), []],
  [[started], endAt(undefined, { time: lastMoment }), [endSet(lastMoment)]],
  [[started], endAt(undefined, inNewYork), [endSet(afterDefault)]],
)

rule(
  'an end that was set is undone once, and there is none after a reset',
  [ended, undoEnd, [endUndone()]],
  [[...ended, endUndone()], undoEnd, []],
  [[started], undoEnd, []],
  [[...ended, reset], undoEnd, []],
  [[...ended, reset], endAt(friday), [endSet(friday, 2)]],
)

rule(
  'a restored run ends when the run of its backup did, and its end can be undone',
  [[...ended, reset, restored], endAt(), []],
  [[...ended, reset, restored], undoEnd, [endUndone(3)]],
)

const afterEnd = refused('invalid-fields', "The challenge can't start after its end")
rule(
  'refuses a start when the end has come, and one that is not before the end',
  [[endSet(monday)], startAt(), refused('challenge-ended', 'The challenge has ended')],
  [[endSet(friday)], startAt(friday), atStart],
  [[endSet(friday)], startAt(), [started]],
  [[scheduled, endSet(friday)], moveTo(saturday), afterEnd],
)

const frozen = (frozenAt: string) => challengeEvent('LeaderboardFrozen', { run: 1, frozenAt })
const freezeAt = (at?: string) => deciding(freeze, { at: timeOf(at), now, timeZone: 'UTC' })()
const unfreeze = deciding(cancelFreeze, { now })()
const revealNow = deciding(reveal, { now })()
const isFrozen = refused(
  'already-frozen',
  'The leaderboard is frozen. Reveal the final standings to end the freeze.',
)
const notFrozen = refused('not-frozen', 'The leaderboard is not frozen')
const soon = frozen(later(freezeDelayMs))

rule(
  'freezes the leaderboard in a few seconds or later, and moves a freeze that has not begun',
  [[started], freezeAt(), [soon]],
  [[started, frozen(saturday)], freezeAt(friday), [frozen(friday)]],
  [[started, frozen(friday)], freezeAt(saturday), [frozen(saturday)]],
  [[started, frozen(friday)], freezeAt(friday), []],
  [[started, frozen(later(1))], freezeAt(), []],
  [[started, frozen(friday)], freezeAt(), [soon]],
  [[started], freezeAt(monday), atField],
  [[started, endSet(friday)], freezeAt(friday), atField],
  [ended, freezeAt(), refused('challenge-ended', 'The challenge has ended')],
  [[started, frozen(monday)], freezeAt(friday), isFrozen],
)

rule(
  'cancels a freeze before it begins, and reveals it afterwards',
  [[started, frozen(friday)], unfreeze, [{ type: 'FreezeCancelled', data: { run: 1 } }]],
  [[started], unfreeze, []],
  [[started, frozen(monday)], unfreeze, isFrozen],
  [[started, frozen(monday)], revealNow, [{ type: 'LeaderboardRevealed', data: { run: 1 } }]],
  [[started, frozen(friday)], revealNow, notFrozen],
)

rule(
  'no new run is frozen, also not one that was restored from a frozen one',
  [[started, frozen(monday), reset], revealNow, notFrozen],
  [[started, frozen(monday), reset, restored], revealNow, notFrozen],
)
