// Reminds participants of a missing submission, each of them once on a date. Any web process may send reminders, and nobody may get two:
// the process that appends the next position to `reminders-<date>` at the expected revision sends the reminders up to that position, fifty
// accounts at a time. If it ends in between, at most fifty people miss a reminder. While email cannot be delivered, at most a hundred
// reminders wait, and they are dropped when the day ends.

import { reminderEvents, type ReminderEvent } from '@thirty/contracts/notifications/events.ts'
import { challengeEnd } from '@thirty/contracts/challenge/challenge-day.ts'
import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { currentRun } from '@thirty/contracts/challenge/history.ts'
import type {
  FindUnsubmitted,
  RegistrationPosition,
  UnsubmittedPerson,
} from '@thirty/contracts/notifications/unsubmitted.ts'
import { loadChallenge } from '../current-run.ts'
import type { Recorded, Fold, Commands } from '../fold.ts'
import { newContext } from '../idempotency.ts'
import { dayToRemindOf, type ReminderWindow } from './reminder-window.ts'

/** `end` of the day and of the challenge, which may come before: in milliseconds since 1970. */
export type Reminder = { day: number; timeZone: string; end: number; challengeEnd: number }

/** A way to remind participants. */
export type ReminderChannel = {
  name: 'email' | 'push'
  /** Begins the names of the streams with its progress. */
  streamPrefix: 'reminders' | 'push-reminders'
  /** Returns whether admins have it switched on. */
  isOn(options: ChallengeOptions): boolean
  /** Returns whether reminders have to wait for other messages. */
  isBusy(): boolean
  /** Reminds a person. `event` is the claim, which is another one for each batch. */
  send(person: UnsubmittedPerson, reminder: Reminder, event: Pick<Recorded, 'id' | 'at'>): Promise<void>
}

export type ReminderDeps = {
  commands: Commands
  findUnsubmitted: FindUnsubmitted
  channel: ReminderChannel
  timeZone: string
}

/** Accounts per claim, and so the number of reminders that a process may leave unsent when it is killed. */
const batchSize = 50
/** Reminders per second, process and channel. */
const maxPerSecond = 20

/**
 * Claims the next participants of a window and reminds participants without a submission. The claim is in the log before the
 * first one is reminded, so no participant is reminded twice on one date, by any number of processes and after any restart. A
 * process that is killed after a claim leaves its participants without a reminder. Returns the milliseconds until there is more to send;
 * `undefined` once all reminders of the date are sent.
 */
export async function sendNextReminders(
  deps: ReminderDeps,
  window: ReminderWindow,
  now: number,
): Promise<number | undefined> {
  const { commands, findUnsubmitted, channel, timeZone } = deps
  if (channel.isBusy()) return 1_000
  const challenge = await loadChallenge(commands)
  // An admin may switch them on again before the day ends.
  if (!channel.isOn(challenge.options)) return 60_000
  const current = currentRun(challenge.runs)
  const { run } = current
  const day = dayToRemindOf(current, window, { now, timeZone })
  // An end can be undone, and the day is then reminded of after all.
  if (day === undefined) return 60_000

  const stream = remindersStream(channel.streamPrefix, window.date)
  const { state: after } = await commands.load(stream, reminderProgressFold)
  const { people, upTo } = await findUnsubmitted({
    wants: channel.name,
    run,
    day,
    after,
    before: window.from,
    limit: batchSize,
  })
  if (upTo === undefined) return undefined
  const claim = await commands.handle({
    ...reminderProgressFold,
    stream,
    context: newContext(),
    decide: (progress) => claimBatch(progress, { after, upTo }),
  })
  const event = claim.events.at(-1)
  if (event === undefined) return 0
  const { end } = window
  const reminder = { day, timeZone, end, challengeEnd: challengeEnd(current, timeZone) ?? end }
  // A failure must not keep the others of the batch from being reminded.
  const results = await Promise.allSettled(people.map((person) => channel.send(person, reminder, event)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return (people.length * 1_000) / maxPerSecond
}

/** The last participant who was handled on a date; `undefined` before the first batch. */
type ReminderProgress = RegistrationPosition | undefined

/** Stream of a calendar date, such as `2026-03-08`. Each way to remind has its own progress. */
const remindersStream = (prefix: 'reminders' | 'push-reminders', date: string): string => `${prefix}-${date}`

const reminderProgressFold: Fold<ReminderProgress, ReminderEvent> = {
  events: reminderEvents,
  initial: undefined,
  evolve: (progress, event) => (event.type === 'RemindersTaken' ? event.data.upTo : progress),
}

/**
 * Claims the participants from one registration position to the next, so that this process sends their emails. Changes
 * nothing if another process has claimed them.
 */
function claimBatch(
  progress: ReminderProgress,
  { after, upTo }: { after: ReminderProgress; upTo: RegistrationPosition },
): ReminderEvent[] {
  const isUnclaimed = progress?.at === after?.at && progress?.position === after?.position
  return isUnclaimed ? [{ type: 'RemindersTaken', data: { upTo } }] : []
}
