import { expect, test, vi } from 'vitest'
import { flushPromises, fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { exampleMessage, testEmails } from '@thirty/infra/testing/mail/mail-port.ts'
import { deliveryQueue, type DeliveryQueueOptions } from './delivery-queue.ts'
import { Undeliverable, type EmailMessage, type DeliveryReport } from './mail.ts'

const emailOfKind = (kind: string): EmailMessage => ({ ...exampleMessage, kind })
const failToConnect = () =>
  Promise.reject(Object.assign(new Error('for ana@example.org'), { code: 'ECONNECTION' }))

function createQueue(
  change: { deliver?: (kind: string, signal: AbortSignal) => Promise<void> } & Omit<
    Partial<DeliveryQueueOptions>,
    'deliver'
  > = {},
) {
  const time = fakeScheduler()
  const reports: DeliveryReport[] = []
  const attempts: string[] = []
  const mail = deliveryQueue({
    from: { name: 'Thirty', address: 'thirty@example.org' },
    emails: testEmails(),
    takesOver: 'all',
    reportDelivery: (report) => void reports.push(report),
    scheduler: time,
    ...change,
    deliver: async ({ stored }, signal) => {
      const { kind } = stored.email
      attempts.push(kind)
      return change.deliver?.(kind, signal)
    },
  })
  const outcomes = () => reports.map(({ outcome, reason }) => reason ?? outcome)
  return { time, reports, attempts, mail, outcomes }
}

test('starts no delivery before `send` has returned', async () => {
  const { mail, attempts } = createQueue()
  mail.send(emailOfKind('a'))
  await Promise.resolve()
  expect(attempts).toEqual([])
  await flushPromises()
  expect(attempts).toEqual(['a'])
})

test('retries for a quarter of an hour while the server is down, and then gives up with a code only', async () => {
  const { time, mail, attempts, reports } = createQueue({ deliver: failToConnect })
  mail.send(emailOfKind('a'))
  await time.advance(0)
  expect(attempts).toHaveLength(1)
  for (const wait of [1_000, 10_000, 60_000, 240_000, 600_000]) {
    const before = attempts.length
    await time.advance(wait - 1)
    expect(attempts).toHaveLength(before)
    await time.advance(1)
    expect(attempts).toHaveLength(before + 1)
  }
  await time.advance(3_600_000)
  expect(reports.map(({ outcome }) => outcome)).toEqual([...Array<string>(5).fill('later'), 'lost'])
  expect(reports.at(-1)).toEqual({ outcome: 'lost', kind: 'a', reason: 'ECONNECTION' })
  expect(mail.pendingCount()).toBe(0)
})

test('an error without a code is reported by its name', async () => {
  for (const [error, reason] of [
    [new DOMException('Given up.', 'AbortError'), 'AbortError'],
    [Object.assign(new TypeError('No code.'), { code: undefined }), 'TypeError'],
  ] as const) {
    const { mail, time, outcomes } = createQueue({ deliver: () => Promise.reject(error) })
    mail.send(emailOfKind('a'))
    await time.advance(0)
    expect(outcomes()).toEqual([reason])
  }
})

test('a clock that is set back by a day delays nothing', async () => {
  const time = fakeScheduler()
  let setBackMs = 0
  let isServerDown = true
  const { mail, outcomes } = createQueue({
    scheduler: { ...time, now: () => time.now() - setBackMs },
    deliver: () => (isServerDown ? failToConnect() : Promise.resolve()),
  })
  mail.send(emailOfKind('a'))
  await time.advance(500)
  isServerDown = false
  setBackMs = 86_400_000
  await time.advance(500)
  expect(outcomes()).toEqual(['ECONNECTION', 'delivered'])
})

test('tries an undeliverable message once, and an expired one never', async () => {
  const { time, mail, attempts, outcomes } = createQueue({
    deliver: () => Promise.reject(new Undeliverable('550')),
  })
  mail.send({ ...emailOfKind('a'), expiresAt: time.now() })
  mail.send({ ...emailOfKind('b'), expiresAt: time.now() + 1 })
  await time.advance(3_600_000)
  expect([attempts, outcomes()]).toEqual([['b'], ['late', '550']])
})

test('delivers waiting messages when it closes, and accepts no more', async () => {
  const { mail, attempts, outcomes } = createQueue()
  for (let count = 0; count < 20; count += 1) mail.send(emailOfKind('a'))
  expect(mail.pendingCount()).toBe(20)
  await mail.close()
  expect(attempts).toHaveLength(20)
  expect(mail.send(emailOfKind('b'))).toBe(false)
  expect(outcomes().at(-1)).toBe('closed')
})

test('discards the waiting messages to an address, and delivers the others', async () => {
  const { mail, attempts } = createQueue()
  for (let count = 0; count < 10; count += 1) {
    mail.send(emailOfKind('a'))
    mail.send({ ...emailOfKind('b'), to: 'ben@example.org' })
  }
  await mail.discard('ANA@example.org')
  expect(mail.pendingCount()).toBe(10)
  await mail.close()
  expect(attempts).toEqual(Array.from({ length: 10 }, () => 'b'))
})

test('a discard ends the delivery under way, which is not tried again', async () => {
  const { mail, time, attempts, reports } = createQueue({
    deliver: (_kind, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('The connection was closed.'))),
      ),
  })
  mail.send(emailOfKind('a'))
  await time.advance(0)
  expect(mail.pendingCount()).toBe(1)
  await mail.discard('ana@example.org')
  await time.advance(3_600_000)
  expect([attempts, reports]).toEqual([['a'], []])
})

test.each([
  ['that is being stored', 1],
  ['that is held for its try', 2],
])('a message %s is discarded afterwards, and not tried', async (_, slow) => {
  const emails = testEmails()
  const stored = Promise.withResolvers<void>()
  const steps: string[] = []
  const { mail, time, attempts } = createQueue({
    emails: {
      ...emails,
      hold: async (...given) => {
        if (steps.push('hold') === slow) await stored.promise
        return emails.hold(...given)
      },
      discard: (to) => {
        steps.push('discard')
        return emails.discard(to)
      },
    },
  })
  mail.send(emailOfKind('a'))
  if (slow === 2) await time.advance(0)
  const discarding = mail.discard('ana@example.org')
  await flushPromises()
  expect(steps).not.toContain('discard')
  stored.resolve()
  await discarding
  await time.advance(3_600_000)
  expect([steps.at(-1), attempts]).toEqual(['discard', []])
})

test('refuses messages when the queue is full', async () => {
  const { mail, outcomes, time } = createQueue({ deliver: failToConnect })
  const accepted = Array.from({ length: 1_001 }, () => mail.send(emailOfKind('a')))
  expect(accepted.indexOf(false)).toBe(1_000)
  expect(outcomes()).toEqual(['full'])
  // Messages that wait for a retry count too.
  await time.advance(100)
  expect(mail.send(emailOfKind('e'))).toBe(false)
})

/** Delivers messages of the kind `b`; others never end. */
const hangUnlessB = (kind: string): Promise<void> =>
  kind === 'b' ? Promise.resolve() : new Promise<never>(() => undefined)

test('makes two deliveries at a time, and gives up one that hangs after a minute', async () => {
  const { mail, time, outcomes } = createQueue({ deliver: hangUnlessB })
  for (const kind of ['stuck', 'stuck', 'b']) mail.send(emailOfKind(kind))
  await time.advance(59_999)
  expect(outcomes()).toEqual([])
  await time.advance(1)
  expect(outcomes()).toEqual(['ETIMEDOUT', 'delivered', 'ETIMEDOUT'])
})

test('when it closes, leaves deliveries that hang or wait for a retry to the next process, and says so', async () => {
  const { mail, time, reports } = createQueue({
    deliver: (kind) => (kind === 'stuck' ? hangUnlessB(kind) : failToConnect()),
  })
  mail.send(emailOfKind('stuck'))
  mail.send(emailOfKind('away'))
  await time.advance(0)
  const closed = vi.fn<() => void>()
  void mail.close().then(closed)
  await time.advance(4_999)
  expect(closed).not.toHaveBeenCalled()
  await time.advance(1)
  await flushPromises()
  expect(closed).toHaveBeenCalled()
  expect(reports).toEqual([
    { outcome: 'later', kind: 'away', reason: 'ECONNECTION' },
    { outcome: 'later', kind: 'away', reason: 'closed' },
    { outcome: 'later', kind: 'stuck', reason: 'ETIMEDOUT' },
  ])
  expect(time.pendingTimers()).toBe(0)
})

test('when it closes, leaves a message whose retry is due later to the next process', async () => {
  const { mail, time, outcomes } = createQueue({ deliver: failToConnect })
  mail.send(emailOfKind('a'))
  await time.advance(1_000)
  await mail.close()
  expect(outcomes()).toEqual(['ECONNECTION', 'ECONNECTION', 'closed'])
})
