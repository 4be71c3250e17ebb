import { expect, test } from 'vitest'
import { flushPromises, fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { deliveryQueue, type DeliveryQueueOptions } from './delivery-queue.ts'
import { Undeliverable, type EmailMessage, type DeliveryReport } from './mail.ts'

const letter = (kind: string): EmailMessage => ({
  kind,
  to: 'ana@example.org',
  subject: 's',
  text: 't',
  html: 'h',
})
const away = () => Promise.reject(Object.assign(new Error('for ana@example.org'), { code: 'ECONNECTION' }))

function lineOf(change: Partial<DeliveryQueueOptions<string>> = {}) {
  const time = fakeScheduler()
  const news: DeliveryReport[] = []
  const tried: string[] = []
  const mail = deliveryQueue<string>({
    compose: ({ kind }) => kind,
    reportDelivery: (one) => void news.push(one),
    scheduler: time,
    ...change,
    deliver: async (kind, signal) => {
      tried.push(kind)
      return change.deliver?.(kind, signal)
    },
  })
  const outcomes = () => news.map(({ outcome, reason }) => reason ?? outcome)
  return { time, news, tried, mail, outcomes }
}

test('a letter is not begun before its sender has gone on', async () => {
  const { mail, tried } = lineOf()
  mail.send(letter('a'))
  await Promise.resolve()
  expect(tried).toEqual([])
  await flushPromises()
  expect(tried).toEqual(['a'])
})

test('a server that is away is tried again for a quarter of an hour, and then given up with a code alone', async () => {
  const { time, mail, tried, news } = lineOf({ deliver: away })
  mail.send(letter('a'))
  await time.advance(0)
  expect(tried).toHaveLength(1)
  for (const wait of [1_000, 10_000, 60_000, 240_000, 600_000]) {
    const before = tried.length
    await time.advance(wait - 1)
    expect(tried).toHaveLength(before)
    await time.advance(1)
    expect(tried).toHaveLength(before + 1)
  }
  await time.advance(3_600_000)
  expect(news.map(({ outcome }) => outcome)).toEqual([...Array<string>(5).fill('later'), 'lost'])
  expect(news.at(-1)).toEqual({ outcome: 'lost', kind: 'a', reason: 'ECONNECTION' })
  expect(mail.pendingCount()).toBe(0)
})

test('what comes back is used', async () => {
  let isAway = true
  const { time, mail, outcomes } = lineOf({ deliver: () => (isAway ? away() : Promise.resolve()) })
  mail.send(letter('a'))
  await time.advance(500)
  isAway = false
  await time.advance(500)
  expect(outcomes()).toEqual(['ECONNECTION', 'delivered'])
})

test('a clock that is set back by a day holds nothing up', async () => {
  const time = fakeScheduler()
  let setBack = 0
  let isAway = true
  const { mail, outcomes } = lineOf({
    scheduler: { ...time, now: () => time.now() - setBack },
    deliver: () => (isAway ? away() : Promise.resolve()),
  })
  mail.send(letter('a'))
  await time.advance(500)
  isAway = false
  setBack = 86_400_000
  await time.advance(500)
  expect(outcomes()).toEqual(['ECONNECTION', 'delivered'])
})

test('what can never be delivered is tried once', async () => {
  const { time, mail, tried, outcomes } = lineOf({
    deliver: () => Promise.reject(new Undeliverable('550')),
  })
  mail.send(letter('a'))
  await time.advance(3_600_000)
  expect(tried).toEqual(['a'])
  expect(outcomes()).toEqual(['550'])
})

test('no more wait than there is room for', async () => {
  const { mail, outcomes, time } = lineOf({ capacity: 3, deliver: away })
  const taken = ['a', 'b', 'c', 'd'].map((kind) => mail.send(letter(kind)))
  expect(taken).toEqual([true, true, true, false])
  expect(outcomes()).toEqual(['full'])
  // Those that are tried again count as well.
  await time.advance(100)
  expect(mail.send(letter('e'))).toBe(false)
})

test('so many are on their way at once', async () => {
  let now = 0
  let most = 0
  const { mail, time } = lineOf({
    concurrency: 2,
    deliver: async () => {
      now += 1
      most = Math.max(most, now)
      await flushPromises()
      now -= 1
    },
  })
  for (const kind of 'abcdef') mail.send(letter(kind))
  while (mail.pendingCount() > 0) await time.advance(1)
  expect(most).toBe(2)
})

test('a delivery that stands still is left behind, and the next one goes on', async () => {
  const stuck = new Promise<never>(() => undefined)
  const { mail, time, outcomes } = lineOf({
    concurrency: 1,
    deliver: (kind) => (kind === 'stuck' ? stuck : Promise.resolve()),
  })
  mail.send(letter('stuck'))
  mail.send(letter('b'))
  await time.advance(59_999)
  expect(outcomes()).toEqual([])
  await time.advance(1)
  expect(outcomes()).toEqual(['ETIMEDOUT', 'delivered'])
})

test('at the end, what stands still or waits for another try is given up, and said to be', async () => {
  const stuck = new Promise<never>(() => undefined)
  const { mail, time, news } = lineOf({ deliver: (kind) => (kind === 'stuck' ? stuck : away()) })
  mail.send(letter('stuck'))
  mail.send(letter('away'))
  await time.advance(0)
  let isClosed = false
  void mail.close().then(() => (isClosed = true))
  await time.advance(4_999)
  expect(isClosed).toBe(false)
  await time.advance(1)
  await flushPromises()
  expect(isClosed).toBe(true)
  // Whose turn came meanwhile had another try.
  expect(news).toEqual([
    { outcome: 'later', kind: 'away', reason: 'ECONNECTION' },
    { outcome: 'lost', kind: 'away', reason: 'ECONNECTION' },
    { outcome: 'lost', kind: 'stuck', reason: 'ETIMEDOUT' },
  ])
  expect(time.pendingTimers()).toBe(0)
})

test('at the end, whose turn would come later is given up', async () => {
  const { mail, time, outcomes } = lineOf({ deliver: away })
  mail.send(letter('a'))
  await time.advance(1_000)
  await mail.close()
  expect(outcomes()).toEqual(['ECONNECTION', 'ECONNECTION', 'closed'])
})

test('an idle line ends at once', async () => {
  const { mail } = lineOf()
  await mail.close()
  expect(mail.pendingCount()).toBe(0)
})
