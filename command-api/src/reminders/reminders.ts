// Reminds participants of a missing submission, by email and by push, each of them once on a date, from two hours before the end of the day
// on. Any web process may send reminders, and nobody may get two: the process that appends the next position to `reminders-<date>` at the
// expected revision sends the reminders up to that position, fifty accounts at a time. If it ends in between, at most fifty people miss a
// reminder. While email cannot be delivered, at most a hundred reminders wait, and they are dropped when the day ends.

import { calendarDay, formatCalendarDay, nextDayStart } from '@thirty/contracts/challenge/calendar.ts'
import {
  challengeEnd,
  hasEnded,
  totalDays,
  type ChallengePeriod,
} from '@thirty/contracts/challenge/challenge-day.ts'
import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-state.ts'
import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { reminderEvents, type ReminderEvent } from '@thirty/contracts/notifications/events.ts'
import type {
  FindUnsubmitted,
  RegistrationPosition,
  UnsubmittedPerson,
} from '@thirty/contracts/notifications/unsubmitted.ts'
import { briefsByLanguage } from '@thirty/contracts/briefs/briefs-by-language.ts'
import { repeat, type Scheduler } from '@thirty/infra/scheduler.ts'
import { loadChallenge } from '../current-run.ts'
import type { Recorded, Fold, Commands } from '../fold.ts'
import { newContext } from '../idempotency.ts'
import { sendMail } from '../mail-template.ts'
import type { PushNotice, With } from '../parts.ts'
import type { Texts } from '../texts.ts'

/** `end` of the day and of the challenge, which may come before: in milliseconds since 1970. */
export type Reminder = { day: number; timeZone: string; end: number; challengeEnd: number }

/** A way to remind participants. */
export type ReminderChannel = {
  name: 'email' | 'push'
  /** Returns whether admins have it switched on. */
  isOn(options: ChallengeOptions): boolean
  /** Returns whether reminders have to wait for other messages. */
  isBusy(): boolean
  /** Reminds a person. `event` is the claim, which is another one for each batch. */
  send(person: UnsubmittedPerson, reminder: Reminder, event: Pick<Recorded, 'id' | 'at'>): Promise<void>
}

type ReminderScheduleOptions = {
  commands: Commands
  findUnsubmitted: FindUnsubmitted
  channel: ReminderChannel
  timeZone: string
  scheduler: Scheduler
  /** Called with the error when reminders are delayed. */
  onError: (error: unknown) => void
}

const leadTimeMs = 2 * 60 * 60 * 1000
/** The clock is checked at least this often, because clocks are set and machines sleep. */
const maxPollMs = 60_000
/** Accounts per claim, and so the number of reminders that a process may leave unsent when it is killed. */
const batchSize = 50
/** Reminders per second, process and channel. */
const maxPerSecond = 20

/** The returned function stops the reminders and waits for the step in flight. */
export function startReminderSchedule(options: ReminderScheduleOptions): () => Promise<void> {
  let completedDate = ''
  const check = async (): Promise<number> => {
    const now = options.scheduler.now()
    const window = reminderWindowAt(now, options.timeZone)
    if (now < window.from) return Math.min(window.from - now, maxPollMs)
    if (window.date === completedDate) return maxPollMs
    const waitMs = await sendNext(options, window, now)
    if (waitMs === undefined) completedDate = window.date
    return waitMs ?? maxPollMs
  }
  const checkOrReport = () =>
    check().catch((error: unknown) => {
      options.onError(error)
      return maxPollMs
    })
  return repeat(options.scheduler, checkOrReport, 0)
}

/**
 * Claims the next participants of a window, and reminds those without a submission. Returns the milliseconds until there may be more to
 * send; `undefined` once all reminders of the date are sent.
 */
async function sendNext(
  { commands, findUnsubmitted, channel, timeZone }: ReminderScheduleOptions,
  { date, from, end }: ReminderWindow,
  now: number,
): Promise<number | undefined> {
  if (channel.isBusy()) return 1_000
  const { options, runs } = await loadChallenge(commands)
  // An admin may switch them on again before the day ends.
  if (!channel.isOn(options)) return maxPollMs
  const current = currentRun(runs)
  const day = dayToRemindOf(current, { from }, { now, timeZone })
  // An end can be undone, and the day is then reminded of after all.
  if (day === undefined) return maxPollMs

  const stream = `${channel.name === 'email' ? 'reminders' : 'push-reminders'}-${date}`
  const { state: after } = await commands.load(stream, progressFold)
  const query = { wants: channel.name, run: current.run, day, after, before: from, limit: batchSize }
  const { people, upTo } = await findUnsubmitted(query)
  if (upTo === undefined) return undefined
  const claim = await commands.handle({
    ...progressFold,
    stream,
    context: newContext(),
    // Nothing changes if another process has claimed them.
    decide: (progress): ReminderEvent[] =>
      progress?.position === after?.position ? [{ type: 'RemindersTaken', data: { upTo } }] : [],
  })
  const event = claim.events.at(-1)
  if (event === undefined) return 0
  const reminder = { day, timeZone, end, challengeEnd: challengeEnd(current, timeZone) ?? end }
  // A failure must not keep the others of the batch from being reminded.
  const results = await Promise.allSettled(people.map((person) => channel.send(person, reminder, event)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return (people.length * 1_000) / maxPerSecond
}

/** The last participant who was handled on a date; `undefined` before the first batch. Each way to remind has its own. */
const progressFold: Fold<RegistrationPosition | undefined, ReminderEvent> = {
  events: reminderEvents,
  initial: undefined,
  evolve: (progress, event) => (event.type === 'RemindersTaken' ? event.data.upTo : progress),
}

/** When the reminders of a calendar date are due. Times in milliseconds since 1970. */
type ReminderWindow = { date: string; from: number; end: number }

/** Returns the window of the date that contains `now`. Handles days of 23 and 25 hours. */
export function reminderWindowAt(now: number, timeZone: string): ReminderWindow {
  const end = nextDayStart(now, timeZone)
  return { date: formatCalendarDay(calendarDay(now, timeZone)), from: end - leadTimeMs, end }
}

/**
 * Returns the challenge day (1-30) of a window. `undefined` if the challenge has not started, has started after the
 * reminders were due, is past day 30 or has ended.
 */
export function dayToRemindOf(
  period: ChallengePeriod,
  { from }: Pick<ReminderWindow, 'from'>,
  { now, timeZone }: { now: number; timeZone: string },
): number | undefined {
  const { startsAt } = period
  if (startsAt === undefined || startsAt > from || hasEnded(period, now, timeZone)) return undefined
  const day = calendarDay(from, timeZone) - calendarDay(startsAt, timeZone) + 1
  return day <= totalDays ? day : undefined
}

/** Pending emails above which reminders wait, so that they do not delay urgent emails such as password resets. */
const maxPending = 100

type EmailReminderParts = With<'mail' | 'publicUrl'> & {
  /** Returns two ways to unsubscribe a user: `oneClick` is requested by mail programs, `page` is opened by the recipient. */
  unsubscribeLinksFor: (userId: string) => { oneClick: URL; page: URL }
}

export const emailReminders = (parts: EmailReminderParts): ReminderChannel => ({
  name: 'email',
  isOn: ({ emailReminders: isOn }) => isOn,
  isBusy: () => parts.mail.pendingCount() > maxPending,
  send: async (person, reminder) => {
    const { day } = reminder
    const { oneClick, page } = parts.unsubscribeLinksFor(person.id)
    sendMail(parts, person, undefined, (texts) => ({
      kind: 'reminder',
      subject: texts.text('reminderSubject', { day }),
      expiresAt: expiryOf(reminder),
      unsubscribe: oneClick,
      parts: [
        texts.text('reminder', {
          day,
          days: totalDays,
          title: briefsByLanguage[texts.language][day - 1]?.title ?? '',
          ...endOfDayValues(texts, reminder),
        }),
        { link: new URL('/SubmitProject', parts.publicUrl), label: texts.text('reminderLink') },
        texts.text('reminderUnsubscribe'),
        { link: page, label: texts.text('reminderUnsubscribeLink') },
      ],
    }))
  },
})

/** `send` resolves when the push services have answered, which sets the pace. */
export const pushReminders = (
  send: (user: string, notice: PushNotice) => Promise<void>,
): ReminderChannel => ({
  name: 'push',
  isOn: ({ notifications }) => notifications,
  isBusy: () => false,
  send: ({ id }, reminder, event) =>
    send(id, {
      write: (texts) => ({
        title: texts.text('pushReminderTitle', { day: reminder.day }),
        body: texts.text('pushReminder', endOfDayValues(texts, reminder)),
      }),
      path: '/SubmitProject',
      tag: 'day closes',
      event,
      expiresAt: expiryOf(reminder),
    }),
})

const expiryOf = ({ end, challengeEnd }: Reminder): number => Math.min(end, challengeEnd)

/** Returns the values of a text that says when the day ends: at midnight, or with the challenge at a time, "11:30 PM", if that comes first. */
const endOfDayValues = ({ time }: Pick<Texts, 'time'>, { timeZone, end, challengeEnd }: Reminder) => ({
  end: challengeEnd < end ? 'challenge' : 'midnight',
  time: time(challengeEnd, { timeZone, hour: 'numeric', minute: '2-digit' }),
  timeZone,
})
