import { randomUUID } from 'node:crypto'
import { challengeEnd } from '@thirty/contracts/rules/challenge-day.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import type { Commands } from '../handle.ts'
import { loadCurrentRun } from '../current-run.ts'
import { optionsFold } from '../options-fold.ts'
import { reminderMail, type UnsubscribeUrls } from './reminder-mail.ts'
import {
  remindersStream,
  claimBatch,
  reminderProgressFold,
  type RegistrationPosition,
} from './reminder-progress.ts'
import { dayToRemindOf, type ReminderWindow } from './reminder-window.ts'

/**
 * Finds active participants with a confirmed email address who want emails and have no project for a day, in the order of registration. Searches a page
 * of `limit` accounts after `after` that registered before `before` (milliseconds since 1970). `upTo` is the last account
 * of the page; it is missing when there are no more. The read models provide this function.
 */
export type FindUnsubmitted = (query: {
  run: number
  day: number
  after?: RegistrationPosition | undefined
  before: number
  limit: number
}) => Promise<{
  people: readonly { id: string; email: string; fullName: string }[]
  upTo?: RegistrationPosition
}>

export type ReminderDeps = {
  commands: Commands
  findUnsubmitted: FindUnsubmitted
  mail: Pick<Mailer, 'send' | 'pendingCount'>
  timeZone: string
  publicUrl: URL
  /** Returns the links with which a user unsubscribes. */
  unsubscribeLinksFor: (userId: string) => UnsubscribeUrls
}

/** Accounts per claim, and so the number of emails that a process may leave unsent when it is killed. */
const batchSize = 50
/** Emails per second and process. */
const maxPerSecond = 20
/** Pending emails above which reminders wait, so that they do not delay urgent emails such as password resets. */
const maxPending = 100

/** Whether all reminders of the date are sent; if not, `waitMs` says when to continue. */
export type ReminderStep = { isDone: true } | { isDone: false; waitMs: number }

/**
 * Claims the next participants of a window and emails those who have not submitted. The claim is in the log before the
 * first email is sent, so no participant is reminded twice on one date, by any number of processes and after any restart. A
 * process that is killed after a claim leaves its participants without a reminder.
 */
export async function sendNextReminders(
  deps: ReminderDeps,
  window: ReminderWindow,
  now: number,
): Promise<ReminderStep> {
  const { commands, findUnsubmitted, mail, timeZone, publicUrl, unsubscribeLinksFor } = deps
  if (mail.pendingCount() > maxPending) return { isDone: false, waitMs: 1_000 }
  const { state: options } = await commands.load(challengeStream, optionsFold)
  // An admin may switch them on again before the day ends.
  if (!options.emailReminders) return { isDone: false, waitMs: 60_000 }
  const current = await loadCurrentRun(commands)
  const { run } = current
  const day = dayToRemindOf(current, window, { now, timeZone })
  // An end can be undone, and the day is then reminded of after all.
  if (day === undefined) return { isDone: false, waitMs: 60_000 }

  const stream = remindersStream(window.date)
  const { state: after } = await commands.load(stream, reminderProgressFold)
  const { people, upTo } = await findUnsubmitted({ run, day, after, before: window.from, limit: batchSize })
  if (upTo === undefined) return { isDone: true }
  const { events } = await commands.handle({
    ...reminderProgressFold,
    stream,
    context: { correlation: randomUUID(), command: { id: randomUUID() } },
    decide: (progress) => claimBatch(progress, { after, upTo }),
  })
  if (events.length === 0) return { isDone: false, waitMs: 0 }
  const { end } = window
  const reminder = { day, timeZone, end, challengeEnd: challengeEnd(current, timeZone) ?? end, publicUrl }
  for (const person of people)
    mail.send(reminderMail(person, { ...reminder, unsubscribe: unsubscribeLinksFor(person.id) }))
  return { isDone: false, waitMs: (people.length * 1_000) / maxPerSecond }
}
