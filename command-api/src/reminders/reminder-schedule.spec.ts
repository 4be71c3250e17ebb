import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { flushPromises, fakeScheduler, type FakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createCommands } from '../handle.ts'
import { inMemoryEventLog } from '@thirty/command-api/testing/in-memory-event-log.ts'
import { startReminderSchedule } from './reminder-schedule.ts'
import type { FindUnsubmitted } from './send-reminders.ts'
import type { RegistrationPosition } from './reminder-progress.ts'

const minute = 60_000
const hour = 60 * minute

type Person = { email: string; fullName: string; hasSubmitted: boolean; registered: RegistrationPosition }

const crowd = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({
    email: `p${index}@example.org`,
    fullName: `Person ${index}`,
    hasSubmitted: false,
    // Two register in each millisecond.
    registered: {
      at: new Date(Date.parse('2026-03-01T08:00:00Z') + Math.floor(index / 2)).toISOString(),
      position: String(index).padStart(8, '0'),
    },
  }))

/** `slowBy`: turns of everybody else between a look at who has submitted and what follows from it. */
type Process = {
  send?: (letter: EmailMessage) => boolean
  log?: ReturnType<typeof inMemoryEventLog>['log']
  slowBy?: number
}

/** A challenge of people, which any number of processes remind, at a time that stands still until it passes. */
function challengeOf(people: Person[], { now = '2026-03-05T12:00:00Z', timeZone = 'UTC' } = {}) {
  const time = fakeScheduler(Date.parse(now))
  const memory = inMemoryEventLog()
  const sent: { to: string; day: string; at: string }[] = []
  const troubles: unknown[] = []
  const asked: { day: number; run: number }[] = []
  const challenge = { waiting: 0, isAway: false }
  const unsubmitted: FindUnsubmitted = async ({ after, before, limit, day, run }) => {
    asked.push({ day, run })
    if (challenge.isAway) throw new Error('away')
    const behind = people.filter(
      ({ registered }) =>
        (after === undefined || registered.position > after.position) && Date.parse(registered.at) < before,
    )
    const looked = behind.slice(0, limit)
    const last = looked.at(-1)
    return { people: looked.filter((one) => !one.hasSubmitted), ...(last && { upTo: last.registered }) }
  }
  const send = ({ to, subject }: EmailMessage) =>
    sent.push({ to, day: subject, at: new Date(time.now()).toISOString() }) > 0
  /** One process. The answer ends it as a power cut does: nothing that it would do later happens. */
  const start = (options: Process = {}) => {
    const end = startReminderSchedule({
      commands: createCommands({ log: options.log ?? memory.log, clock: time.now }),
      findUnsubmitted: async (query) => {
        const page = await unsubmitted(query)
        for (let turns = options.slowBy ?? 0; turns > 0; turns -= 1) await flushPromises()
        return page
      },
      mail: { send: options.send ?? send, pendingCount: () => challenge.waiting },
      timeZone,
      publicUrl: new URL('https://thirty.example'),
      scheduler: time,
      onError: (error) => troubles.push(error),
    })
    onTestFinished(end)
    return end
  }
  const happen = (type: string, data: unknown) =>
    memory.store(
      'challenge',
      [
        {
          id: crypto.randomUUID(),
          type,
          version: 1,
          at: new Date(time.now()).toISOString(),
          data,
          metadata: { correlation: 'spec' },
        },
      ],
      'any',
    )
  const startChallenge = (startsAt: string, run = 1) => happen('ChallengeStarted', { run, startsAt })
  return { time, memory, sent, troubles, asked, challenge, start, startChallenge, happen }
}

const names = (sent: readonly { to: string }[]): string[] => sent.map(({ to }) => to).toSorted()
const everybody = (people: readonly Person[]): string[] => people.map(({ email }) => email).toSorted()
const passMinutes = async (time: FakeScheduler, minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 1) await time.advance(minute)
}

test('two hours before the day ends, exactly the participants without a project are reminded', async () => {
  const people = crowd(7)
  for (const at of [1, 4]) Object.assign(people[at] ?? {}, { hasSubmitted: true })
  const { time, sent, start, startChallenge, asked } = challengeOf(people)
  startChallenge('2026-03-02T08:00:00Z')
  start()
  await time.advance(10 * hour - 1)
  expect(sent).toEqual([])
  await time.advance(1)
  expect(names(sent)).toEqual(everybody(people.filter((one) => !one.hasSubmitted)))
  expect(sent[0]).toMatchObject({ day: 'Day 4 ends tonight', at: '2026-03-05T22:00:00.000Z' })
  expect(asked[0]).toEqual({ day: 4, run: 1 })
})

test('every participant is reminded once a day, for thirty days', async () => {
  const people = crowd(3)
  const { time, sent, start, startChallenge } = challengeOf(people, { now: '2026-03-01T00:00:00Z' })
  startChallenge('2026-03-01T00:00:00Z')
  start()
  await passMinutes(time, 35 * 24 * 60)
  expect(sent).toHaveLength(3 * 30)
  expect(new Set(sent.map(({ day, to }) => `${day} ${to}`)).size).toBe(90)
  expect(sent.at(-1)?.day).toBe('Day 30 ends tonight')
}, 60_000)

test('three processes share the work, and nobody is reminded twice', async () => {
  const people = crowd(333)
  const { time, sent, start, startChallenge, memory } = challengeOf(people)
  startChallenge('2026-03-02T08:00:00Z')
  const by = [0, 0, 0]
  for (const at of by.keys()) {
    start({
      slowBy: 3,
      send: ({ to, subject }) => {
        by[at] = (by[at] ?? 0) + 1
        return sent.push({ to, day: subject, at: '' }) > 0
      },
    })
  }
  await time.advance(10 * hour)
  for (let passed = 0; passed < 30_000; passed += 100) await time.advance(100)
  expect(names(sent)).toEqual(everybody(people))
  expect(by.filter((count) => count > 0).length).toBeGreaterThan(1)
  expect(memory.inStream('reminders-2026-03-05')).toHaveLength(Math.ceil(333 / 50))
})

test('a restart continues behind the claimed participants', async () => {
  const people = crowd(200)
  const { time, sent, start, startChallenge } = challengeOf(people)
  startChallenge('2026-03-02T08:00:00Z')
  const end = start()
  await time.advance(10 * hour + 3_000)
  await end()
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.length).toBeLessThan(200)
  start()
  await passMinutes(time, 30)
  expect(names(sent)).toEqual(everybody(people))
  // Once more, after all were reminded.
  start()
  await passMinutes(time, 90)
  expect(sent).toHaveLength(200)
})

test('a process that ends between claiming and sending leaves its batch unsent, and nobody is reminded twice', async () => {
  const people = crowd(120)
  const { time, sent, start, startChallenge, memory, troubles } = challengeOf(people)
  startChallenge('2026-03-02T08:00:00Z')
  const log: typeof memory.log = {
    ...memory.log,
    append: async (...asked) => {
      await memory.log.append(...asked)
      throw new Error('The process has ended.')
    },
  }
  const end = start({ log })
  await time.advance(10 * hour)
  await end()
  expect([sent.length, troubles.length]).toEqual([0, 1])
  start()
  await passMinutes(time, 30)
  expect(names(sent)).toEqual(everybody(people.slice(50)))
})

test('at most twenty emails are sent per second, and none while a hundred are pending', async () => {
  const { time, sent, start, startChallenge, challenge } = challengeOf(crowd(500))
  startChallenge('2026-03-02T08:00:00Z')
  start()
  await time.advance(10 * hour)
  expect(sent).toHaveLength(50)
  await time.advance(10_000)
  expect(sent.length).toBeLessThanOrEqual(50 + 200)
  const before = sent.length
  challenge.waiting = 101
  await passMinutes(time, 10)
  expect(sent.length - before).toBeLessThanOrEqual(50)
  challenge.waiting = 100
  await passMinutes(time, 2)
  expect(sent).toHaveLength(500)
})

test('reminders that are unsent when the day ends are dropped', async () => {
  const { time, sent, start, startChallenge, challenge } = challengeOf(crowd(10))
  startChallenge('2026-03-02T08:00:00Z')
  challenge.waiting = 1_000
  start()
  await time.advance(12 * hour - 1)
  challenge.waiting = 0
  await time.advance(2 * hour)
  expect(sent).toEqual([])
})

test('reminders wait and an error is logged while submissions cannot be read', async () => {
  const { time, sent, start, startChallenge, challenge, troubles } = challengeOf(crowd(10))
  startChallenge('2026-03-02T08:00:00Z')
  challenge.isAway = true
  start()
  await time.advance(10 * hour)
  await passMinutes(time, 5)
  expect([sent.length, troubles.length]).toEqual([0, 6])
  challenge.isAway = false
  await passMinutes(time, 1)
  expect(sent).toHaveLength(10)
})

test('participants who register after the reminders were due are not reminded that day', async () => {
  const people = crowd(2)
  const { time, sent, start, startChallenge } = challengeOf(people)
  startChallenge('2026-03-02T08:00:00Z')
  people.push({
    email: 'late@example.org',
    fullName: 'Late',
    hasSubmitted: false,
    registered: { at: '2026-03-05T22:00:00.000Z', position: '99999999' },
  })
  start()
  await time.advance(10 * hour)
  await passMinutes(time, 60)
  expect(names(sent)).toEqual(['p0@example.org', 'p1@example.org'])
})

test('nobody is reminded of a challenge that has not started, or that was reset', async () => {
  const { time, sent, start, startChallenge, happen } = challengeOf(crowd(3))
  start()
  await time.advance(24 * hour)
  expect(sent).toEqual([])
  startChallenge('2026-03-02T08:00:00Z')
  happen('ChallengeReset', { run: 2, backup: 'b1' })
  await time.advance(24 * hour)
  expect(sent).toEqual([])
})

test('a reset and another start on the same evening remind nobody twice', async () => {
  const { time, sent, start, startChallenge, happen } = challengeOf(crowd(3))
  startChallenge('2026-03-02T08:00:00Z')
  const end = start()
  await time.advance(10 * hour)
  expect(sent).toHaveLength(3)
  await end()
  happen('ChallengeReset', { run: 2, backup: 'b1' })
  startChallenge('2026-03-05T09:00:00Z', 2)
  start()
  await passMinutes(time, 60)
  expect(sent).toHaveLength(3)
})

test.for([
  [
    '2026-03-29',
    '2026-03-28T12:00:00Z',
    ['2026-03-28T21:00:00.000Z', '2026-03-29T20:00:00.000Z', '2026-03-30T20:00:00.000Z'],
  ],
  [
    '2026-10-25',
    '2026-10-24T12:00:00Z',
    ['2026-10-24T20:00:00.000Z', '2026-10-25T21:00:00.000Z', '2026-10-26T21:00:00.000Z'],
  ],
] as const)(
  'when clocks are changed on %s, the day is reminded of once, two hours before it ends',
  async ([, now, times]) => {
    const { time, sent, start, startChallenge } = challengeOf(crowd(1), { now, timeZone: 'Europe/Berlin' })
    startChallenge(now)
    start()
    await passMinutes(time, 72 * 60)
    expect(sent.map(({ at }) => at)).toEqual(times)
    expect(sent.map(({ day }) => day)).toEqual([
      'Day 1 ends tonight',
      'Day 2 ends tonight',
      'Day 3 ends tonight',
    ])
  },
)
