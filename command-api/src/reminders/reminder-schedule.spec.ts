import { flushPromises, fakeScheduler, type FakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import type { FindUnsubmitted } from '@thirty/contracts/notifications/unsubmitted.ts'
import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createCommands } from '../handle.ts'
import { textsIn } from '../texts.ts'
import { emailReminders, pushReminders, startReminderSchedule, type ReminderChannel } from './reminders.ts'

const minute = 60_000
const hour = 60 * minute

/** Returns participants without a submission, as the query for reminders sees them; two register in each millisecond. */
const createPeople = (count: number) =>
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
type RemindedPerson = ReturnType<typeof createPeople>[number]

/** `queryTurns`: how many turns of the event loop pass between the query for participants and its result. */
type ProcessOptions = { channel?: ReminderChannel; log?: EventLog; queryTurns?: number }

/** Sets up a challenge with participants, on its fourth day, any number of processes that remind them, and a fake clock. */
function setUpChallenge(people: readonly RemindedPerson[], now = '2026-03-05T12:00:00Z') {
  const time = fakeScheduler(Date.parse(now))
  const memory = inMemoryEventLog()
  /** `link` ends the reminders. */
  const sent: { to: string; day: string; at: string; link: string | undefined; process: number }[] = []
  const errors: unknown[] = []
  const queries: { day: number; run: number; before: number }[] = []
  const challenge = { pendingEmails: 0, areReadModelsUnavailable: false, processes: 0 }
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
  const emails = (process: number) => {
    const send = ({ to, subject: day, unsubscribe }: EmailMessage) =>
      sent.push({ to, day, at: new Date(time.now()).toISOString(), link: unsubscribe?.pathname, process }) > 0
    return emailReminders({
      mail: { send, pendingCount: () => challenge.pendingEmails, discard: async () => undefined },
      publicUrl: new URL('https://thirty.example'),
      unsubscribeLinksFor: (userId) => {
        const page = new URL(`https://thirty.example/${userId}`)
        return { page, oneClick: page }
      },
    })
  }
  /** Starts a process. Returns a function that stops it after the step in flight. */
  const start = ({ log = memory.log, queryTurns = 0, channel }: ProcessOptions = {}) => {
    challenge.processes += 1
    const stop = startReminderSchedule({
      commands: createCommands({ log, clock: time.now }),
      findUnsubmitted: async (query) => {
        const page = await findUnsubmitted(query)
        for (let turns = queryTurns; turns > 0; turns -= 1) await flushPromises()
        return page
      },
      channel: channel ?? emails(challenge.processes),
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
const recipients = (sent: readonly { to: string }[]): string[] => sent.map(({ to }) => to).toSorted()
/** Returns the sorted addresses of people. */
const emailsOf = (people: readonly RemindedPerson[]): string[] => people.map(({ email }) => email).toSorted()
/** Moves the clock a minute at a time, so that each timer runs when it is due. */
const passMinutes = async (time: FakeScheduler, minutes: number) => {
  for (let elapsed = 0; elapsed < minutes; elapsed += 1) await time.advance(minute)
}

test('two hours before the day ends, the participants without a project are reminded, and no others', async () => {
  const people = createPeople(7).map((person, index) => ({ ...person, hasSubmitted: [1, 4].includes(index) }))
  const { time, sent, start, queries } = setUpChallenge(people)
  const before = Date.parse('2026-03-05T22:00:00Z')
  start()
  await time.advance(10 * hour - 1)
  expect(sent).toEqual([])
  await time.advance(1)
  const missing = people.filter((person) => !person.hasSubmitted)
  expect(recipients(sent)).toEqual(emailsOf(missing))
  expect(sent.map(({ to, link }) => [to, link])).toEqual(missing.map(({ email, id }) => [email, `/${id}`]))
  expect(sent[0]).toMatchObject({ day: 'Day 4 ends soon', at: '2026-03-05T22:00:00.000Z' })
  await passMinutes(time, 60)
  // Who registers later is not reminded that day.
  const query = { day: 4, run: 1, before }
  expect(queries).toEqual([query, query])
})

test('three processes share the work and remind each participant once', async () => {
  const people = createPeople(333)
  const { time, sent, start, memory } = setUpChallenge(people)
  for (let count = 0; count < 3; count += 1) start({ queryTurns: 3 })
  await time.advance(10 * hour)
  for (let elapsedMs = 0; elapsedMs < 30_000; elapsedMs += 100) await time.advance(100)
  expect(recipients(sent)).toEqual(emailsOf(people))
  expect(new Set(sent.map(({ process }) => process)).size).toBeGreaterThan(1)
  expect(memory.inStream('reminders-2026-03-05')).toHaveLength(Math.ceil(333 / 50))
})

test('a batch is lost if the process ends between claiming and sending it, and no participant is reminded twice', async () => {
  const people = createPeople(120)
  const { time, sent, start, memory, errors } = setUpChallenge(people)
  const log: EventLog = {
    ...memory.log,
    append: async (...args) => {
      await memory.log.append(...args)
      throw new Error('The process has ended.')
    },
  }
  const stop = start({ log })
  await time.advance(10 * hour)
  await stop()
  expect([sent.length, errors.length]).toEqual([0, 1])
  start()
  await passMinutes(time, 30)
  expect(recipients(sent)).toEqual(emailsOf(people.slice(50)))
})

test('at most twenty emails are sent per second, and none while a hundred are pending', async () => {
  const { time, sent, start, challenge } = setUpChallenge(createPeople(500))
  start()
  await time.advance(10 * hour)
  expect(sent).toHaveLength(50)
  await time.advance(10_000)
  expect(sent.length).toBeLessThanOrEqual(50 + 200)
  const before = sent.length
  challenge.pendingEmails = 101
  await passMinutes(time, 10)
  expect(sent.length - before).toBeLessThanOrEqual(50)
  challenge.pendingEmails = 100
  await passMinutes(time, 2)
  expect(sent).toHaveLength(500)
})

test('reminders that are still unsent when the day ends are dropped', async () => {
  const { time, sent, start, challenge } = setUpChallenge(createPeople(10))
  challenge.pendingEmails = 1_000
  start()
  await time.advance(12 * hour - 1)
  challenge.pendingEmails = 0
  await time.advance(2 * hour)
  expect(sent).toEqual([])
})

test('reminders wait and an error is logged while submissions cannot be read', async () => {
  const { time, sent, start, challenge, errors } = setUpChallenge(createPeople(10))
  challenge.areReadModelsUnavailable = true
  start()
  await time.advance(10 * hour)
  await passMinutes(time, 5)
  expect([sent.length, errors.length]).toEqual([0, 6])
  challenge.areReadModelsUnavailable = false
  await passMinutes(time, 1)
  expect(sent).toHaveLength(10)
})

test('push reminders have their own progress, are sent once by three processes, and follow the switch of notifications', async () => {
  const people = createPeople(120)
  const { time, sent, errors, memory, start, appendChallengeEvent } = setUpChallenge(people)
  appendChallengeEvent('ChallengeOptionsChanged', { notifications: false, by: 'admin' })
  const pushed: { user: string; title: string; body: string }[] = []
  let failsFor = 'id-3'
  const channel = pushReminders(async (user, { write }) => {
    if (user === failsFor) throw new Error('unavailable')
    pushed.push({ user, ...write(textsIn('en')) })
  })
  start()
  for (let count = 0; count < 3; count += 1) start({ channel })
  await time.advance(10 * hour + 10 * minute)
  expect(sent).toHaveLength(120)
  expect(pushed).toEqual([])
  appendChallengeEvent('ChallengeOptionsChanged', { notifications: true, by: 'admin' })
  await passMinutes(time, 10)
  // A failure costs one person the reminder, and no other.
  const others = people.map(({ id }) => id).filter((id) => id !== failsFor)
  expect(pushed.map(({ user }) => user).toSorted()).toEqual(others.toSorted())
  expect(errors).toHaveLength(1)
  expect(pushed[0]).toMatchObject({
    title: 'Day 4 ends soon',
    body: 'It ends at midnight (UTC), and you have not submitted a project yet.',
  })
  expect(memory.inStream('push-reminders-2026-03-05')).toHaveLength(3)
  failsFor = ''
  await passMinutes(time, 24 * 60)
  expect(pushed).toHaveLength(119 + 120)
})

test('reminders stop when the challenge ends while they are sent', async () => {
  const { time, sent, start, appendChallengeEvent } = setUpChallenge(createPeople(500))
  start()
  await time.advance(10 * hour)
  appendChallengeEvent('ChallengeEndSet', { run: 1, endsAt: new Date(time.now() + 1).toISOString() })
  await passMinutes(time, 90)
  expect(sent).toHaveLength(50)
})

test('reminders continue when the end of the challenge is undone on the same evening', async () => {
  const { time, sent, start, appendChallengeEvent } = setUpChallenge(createPeople(3))
  appendChallengeEvent('ChallengeEndSet', { run: 1, endsAt: '2026-03-05T21:00:00.000Z' })
  start()
  await time.advance(10 * hour + 30 * minute)
  expect(sent).toEqual([])
  appendChallengeEvent('ChallengeEndUndone', { run: 1 })
  await time.advance(minute)
  expect(sent).toHaveLength(3)
  await passMinutes(time, 60)
  expect(sent).toHaveLength(3)
})

test('a reset ends the reminders of the evening; after a restore they continue without reminding anyone twice', async () => {
  const people = createPeople(120)
  const { time, sent, start, appendChallengeEvent, queries } = setUpChallenge(people, '2026-03-05T21:59:00Z')
  start()
  await time.advance(minute)
  const early = sent.length
  expect(early).toBe(50)
  appendChallengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
  await passMinutes(time, 5)
  expect(sent).toHaveLength(early)
  appendChallengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } })
  await passMinutes(time, 5)
  expect(recipients(sent)).toEqual(emailsOf(people))
  expect(new Set(queries.map(({ run }) => run))).toEqual(new Set([1, 3]))
})

test('no reminder is sent while email reminders are switched off, and all are once they are on again', async () => {
  const people = createPeople(3)
  const { time, sent, errors, start, appendChallengeEvent } = setUpChallenge(people)
  appendChallengeEvent('ChallengeOptionsChanged', { emailReminders: false })
  start()
  await time.advance(11 * hour)
  expect(sent).toEqual([])
  appendChallengeEvent('ChallengeOptionsChanged', { emailReminders: true })
  await time.advance(2 * minute)
  expect(recipients(sent)).toEqual(emailsOf(people))
  expect(errors).toEqual([])
})
