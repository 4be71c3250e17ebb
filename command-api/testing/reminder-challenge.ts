import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { flushPromises, fakeScheduler, type FakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { onTestFinished } from 'vitest'
import { createCommands } from '@thirty/command-api/handle.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { startReminderSchedule } from '@thirty/command-api/reminders/reminder-schedule.ts'
import { emailReminders } from '@thirty/command-api/reminders/reminder-channels.ts'
import type { FindUnsubmitted, RegistrationPosition } from '@thirty/contracts/notifications/unsubmitted.ts'
import type { ReminderChannel } from '@thirty/command-api/reminders/send-reminders.ts'

/** Milliseconds of a minute. */
export const minute = 60_000
/** Milliseconds of an hour. */
export const hour = 60 * minute

/** A participant, as the query for reminders sees them. */
export type RemindedPerson = {
  id: string
  email: string
  fullName: string
  language: string | null
  hasSubmitted: boolean
  registered: RegistrationPosition
}

/** Returns participants without a submission; two register in each millisecond. */
export const createPeople = (count: number): RemindedPerson[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `id-${index}`,
    email: `p${index}@example.org`,
    fullName: `Person ${index}`,
    language: null,
    hasSubmitted: false,
    registered: {
      at: new Date(Date.parse('2026-03-01T08:00:00Z') + Math.floor(index / 2)).toISOString(),
      position: String(index).padStart(8, '0'),
    },
  }))

/** `queryTurns`: how many turns of the event loop pass between the query for participants and its result. */
type ProcessOptions = {
  send?: (message: EmailMessage) => boolean
  channel?: ReminderChannel
  log?: ReturnType<typeof inMemoryEventLog>['log']
  queryTurns?: number
}

/** Sets up a challenge with participants, on its fourth day, any number of processes that remind them, and a fake clock. */
export function setUpChallenge(people: RemindedPerson[], now = '2026-03-05T12:00:00Z') {
  const time = fakeScheduler(Date.parse(now))
  const memory = inMemoryEventLog()
  const sent: { to: string; day: string; at: string }[] = []
  const errors: unknown[] = []
  const queries: { day: number; run: number; before: number }[] = []
  const challenge = { pendingEmails: 0, areReadModelsUnavailable: false }
  const findUnsubmitted: FindUnsubmitted = async ({ after, before, limit, day, run }) => {
    queries.push({ day, run, before })
    if (challenge.areReadModelsUnavailable) throw new Error('unavailable')
    const remaining = people.filter(
      ({ registered }) =>
        (after === undefined || registered.position > after.position) && Date.parse(registered.at) < before,
    )
    const page = remaining.slice(0, limit)
    const last = page.at(-1)
    return { people: page.filter((person) => !person.hasSubmitted), ...(last && { upTo: last.registered }) }
  }
  const send = ({ to, subject }: EmailMessage) =>
    sent.push({ to, day: subject, at: new Date(time.now()).toISOString() }) > 0
  /** Starts a process. Returns a function that stops it after the step in flight. */
  const start = (options: ProcessOptions = {}) => {
    const stop = startReminderSchedule({
      commands: createCommands({ log: options.log ?? memory.log, clock: time.now }),
      findUnsubmitted: async (query) => {
        const page = await findUnsubmitted(query)
        for (let turns = options.queryTurns ?? 0; turns > 0; turns -= 1) await flushPromises()
        return page
      },
      channel:
        options.channel ??
        emailReminders({
          mail: { send: options.send ?? send, pendingCount: () => challenge.pendingEmails },
          publicUrl: new URL('https://thirty.example'),
          unsubscribeLinksFor: (userId) => {
            const page = new URL(`https://thirty.example/unsubscribe?token=${userId}`)
            return { page, oneClick: page }
          },
        }),
      timeZone: 'UTC',
      scheduler: time,
      onError: (error) => errors.push(error),
    })
    onTestFinished(stop)
    return stop
  }
  const appendChallengeEvent = (type: string, data: unknown) =>
    memory.store('challenge', [createNewEvent(type, data, { at: time.now() })])
  appendChallengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-03-02T08:00:00Z' })
  return { time, memory, sent, errors, queries, challenge, start, appendChallengeEvent }
}

/** Returns the sorted addresses that emails were sent to. */
export const recipients = (sent: readonly { to: string }[]): string[] => sent.map(({ to }) => to).toSorted()
/** Returns the sorted addresses of people. */
export const emailsOf = (people: readonly RemindedPerson[]): string[] =>
  people.map(({ email }) => email).toSorted()
/** Moves the clock a minute at a time, so that each timer runs when it is due. */
export const passMinutes = async (time: FakeScheduler, minutes: number) => {
  for (let elapsed = 0; elapsed < minutes; elapsed += 1) await time.advance(minute)
}
