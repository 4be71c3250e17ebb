import { randomUUID } from 'node:crypto'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import { loadCurrentRun } from '../current-run.ts'
import type { Commands } from '../handle.ts'
import { dayToRemindOf, reminderWindowAt, type ReminderWindow } from './reminder-window.ts'
import { reminderMail } from './reminder-mail.ts'
import {
  remindersStream,
  claimBatch,
  reminderProgressFold,
  type RegistrationPosition,
} from './reminder-progress.ts'

/**
 * Active participants who want mail and have no project for a day, in the order of registration, page by page: those
 * among `limit` accounts behind `after` that registered before a moment (milliseconds since 1970). `upTo` says how far it
 * looked, and is missing when nobody is left. What knows them is not part of the commands, and is handed in.
 */
export type FindUnsubmitted = (query: {
  run: number
  day: number
  after?: RegistrationPosition | undefined
  before: number
  limit: number
}) => Promise<{ people: readonly { email: string; fullName: string }[]; upTo?: RegistrationPosition }>

export type ReminderDeps = {
  commands: Commands
  findUnsubmitted: FindUnsubmitted
  mail: Pick<Mailer, 'send' | 'pendingCount'>
  clock: Clock
  timeZone: string
  publicUrl: URL
}

/** Accounts that are taken at once: as many mails a process that ends at the wrong moment leaves unsent. */
const atOnce = 50
/** Most mails that a process sends in a second. */
const perSecond = 20
/** Most that wait for their delivery: mails that somebody waits for must not stand behind a crowd. */
const mostWaiting = 100

/** What comes next: nothing more on this date, or another step in so many milliseconds. */
export type ReminderStep = { isDone: true } | { isDone: false; wait: number }

/**
 * Takes the next participants of the date and sends those a mail who have not submitted. Who was taken is in the log
 * before the first mail leaves, so nobody is reminded twice on one date, by however many processes, and after any
 * restart; whoever is taken by a process that ends right then gets none.
 */
export async function sendNextReminders(deps: ReminderDeps, due: ReminderWindow): Promise<ReminderStep> {
  const { commands, findUnsubmitted: unsubmitted, mail, timeZone, publicUrl } = deps
  if (mail.pendingCount() > mostWaiting) return { isDone: false, wait: 1_000 }
  const { run, startsAt } = await loadCurrentRun(commands)
  const day = dayToRemindOf(startsAt, due, timeZone)
  if (day === undefined) return { isDone: true }

  const stream = remindersStream(due.date)
  const { state: after } = await commands.load(stream, reminderProgressFold)
  const { people, upTo } = await unsubmitted({ run, day, after, before: due.from, limit: atOnce })
  if (upTo === undefined) return { isDone: true }
  const { events } = await commands.handle({
    ...reminderProgressFold,
    stream,
    context: { correlation: randomUUID(), command: { id: randomUUID() } },
    decide: (taken) => claimBatch(taken, { after, upTo }),
  })
  if (events.length === 0) return { isDone: false, wait: 0 }
  for (const person of people) mail.send(reminderMail(person, { day, timeZone, end: due.end, publicUrl }))
  return { isDone: false, wait: (people.length * 1_000) / perSecond }
}

/** The reminders of now, where they are due. */
export function currentReminderWindow({
  clock,
  timeZone,
}: Pick<ReminderDeps, 'clock' | 'timeZone'>): ReminderWindow | undefined {
  const due = reminderWindowAt(clock(), timeZone)
  return clock() >= due.from ? due : undefined
}
