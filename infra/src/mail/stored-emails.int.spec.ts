import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { fakeScheduler, type FakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { contentOf } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { exampleMessage, testEmails } from '@thirty/infra/testing/mail/mail-port.ts'
import { beforeEach, expect, test } from 'vitest'
import type { EntryStore } from '../entry-store/entry-store.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { sealing } from '../sealed-text.ts'
import { deliveryQueue, type DeliveryQueueOptions } from './delivery-queue.ts'
import { storedEmailsIn, type StoredEmail, type StoredEmails } from './stored-emails.ts'
import type { DeliveryReport, EmailMessage } from './mail.ts'

let store: EntryStore
let open: () => EntryStore
let folder: string
beforeEach(async () => {
  ;({ store, open, folder } = await temporaryEntries())
})

const message = { ...exampleMessage, expiresAt: Date.parse('2026-03-05T00:00:00.000Z') }
const away = () => Promise.reject(new Error('away'))
const unavailable = async () => Promise.reject(new StoreUnavailable('Redis is away.'))

type Given = {
  store: EntryStore
  deliver?: (stored: StoredEmail) => Promise<void>
  takesOver?: DeliveryQueueOptions['takesOver']
  time?: FakeScheduler
  emails?: StoredEmails
}

/** A process with its own clock. A process whose time stands still has died. `sent` has the delivered emails. */
function startProcess(given: Given) {
  const { store, deliver, takesOver = 'all', time = fakeScheduler(), emails = testEmails(store) } = given
  const sent: StoredEmail[] = []
  const reports: DeliveryReport[] = []
  const mail = deliveryQueue({
    from: { name: 'Thirty', address: 'thirty@example.org' },
    deliver: async ({ stored }) => {
      await deliver?.(stored)
      sent.push(stored)
    },
    emails,
    takesOver,
    reportDelivery: (report) => void reports.push(report),
    scheduler: time,
  })
  return { mail, sent, time, reports }
}

/** Starts a process that sends these emails, and lets this time pass. */
async function run(given: Given, ms = 60_000, ...messages: readonly EmailMessage[]) {
  const started = startProcess(given)
  for (const each of messages) started.mail.send(each)
  await started.time.advance(ms)
  return started
}

/** The store, whose methods fail while it is away for them. */
const storeThatMayBeAway = (store: EntryStore, isAway: (method: PropertyKey) => boolean): EntryStore =>
  new Proxy(store, {
    get: (opened, method: keyof EntryStore) => (isAway(method) ? unavailable : opened[method]),
  })

test('the next process delivers an email of a process that died, once and unchanged', async () => {
  const unsubscribe = new URL('https://thirty.example/unsubscribe?token=a')
  const reminder = { ...message, kind: 'reminder', unsubscribe }
  await run({ store, deliver: away }, 2_000, message, reminder)
  const next = await run({ store: open() })
  expect(new Set(next.sent.map(({ email }) => email))).toEqual(new Set([message, reminder]))
  const third = await run({ store: open() })
  expect(third.sent).toEqual([])
})

test('an email is stored before `send` returns', async () => {
  const first = startProcess({ store })
  first.mail.send(message)
  expect(await open().countWaiting('mail')).toBe(1)
})

test('a process that closes leaves its undelivered emails to the next process', async () => {
  const first = await run({ store, deliver: away }, 0, message)
  await first.mail.close()
  const next = await run({ store: open(), takesOver: 'abandoned' })
  expect(next.sent).toHaveLength(1)
})

test('a delivered email is not sent again, and the store keeps no trace of it', async () => {
  const first = await run({ store }, 0, message)
  expect(first.sent).toHaveLength(1)
  const next = await run({ store: open() }, 600_000)
  expect(next.sent).toEqual([])
  expect(await store.list('mail')).toMatchObject({ total: 0 })
})

test('a process takes over what another one holds no longer, which then gives it up', async () => {
  const stalled = await run({ store, deliver: away, takesOver: 'abandoned' }, 0, message)
  const other = await run({ store: open(), takesOver: 'abandoned' }, 120_000)
  expect(other.sent).toEqual([])
  await other.time.advance(60_000)
  expect(other.sent).toHaveLength(1)
  await stalled.time.advance(1_000)
  expect(stalled.mail.pendingCount()).toBe(0)
  await stalled.time.advance(3_600_000)
  expect([stalled.sent, other.sent.length]).toEqual([[], 1])
})

test('no process takes over what another one tries again in four minutes', async () => {
  const time = fakeScheduler()
  await run({ store, deliver: away, takesOver: 'none', time }, 71_000, message)
  const other = startProcess({ store: open(), takesOver: 'abandoned', time })
  await time.advance(239_000)
  expect(other.sent).toEqual([])
})

test('no process delivers an email that one process has discarded', async () => {
  let isAway = true
  const first = startProcess({
    store,
    deliver: () => (isAway ? away() : Promise.resolve()),
    takesOver: 'abandoned',
  })
  first.mail.send(message)
  first.mail.send({ ...message, to: 'ben@example.org' })
  await first.time.advance(0)
  await startProcess({ store: open(), takesOver: 'abandoned' }).mail.discard('ANA@example.org')
  isAway = false
  await first.time.advance(1_000)
  expect(first.sent.map(({ email }) => email.to)).toEqual(['ben@example.org'])
})

test.each([
  ['their turn', () => new Promise<never>(() => undefined)],
  ['a retry', away],
])('discarded emails that wait for %s are not stored again', async (_, deliver) => {
  const { mail, time } = await run({ store, deliver, takesOver: 'none' }, 0, message, message, message)
  expect((await store.list('mail')).entries).toHaveLength(3)
  await mail.discard(message.to)
  await time.advance(3_600_000)
  expect((await store.list('mail')).entries).toEqual([])
})

test('while the store is away emails are still delivered, once', async () => {
  let isAway = true
  const { sent } = await run({ store: storeThatMayBeAway(store, () => isAway) }, 0, message)
  expect(sent).toHaveLength(1)
  const late = storeThatMayBeAway(store, (method) => isAway && method === 'remove')
  const other = await run({ store: late }, 60_000, message)
  expect([other.sent.length, await store.countWaiting('mail')]).toEqual([1, 1])
  isAway = false
  await other.time.advance(60_000)
  const next = await run({ store: open() })
  expect([other.sent.length, next.sent.length]).toEqual([1, 0])
})

test('the store has neither the address nor the link in clear text, and no email of another key is sent', async () => {
  await run({ store, deliver: away }, 0, message)
  expect(await contentOf(folder)).not.toMatch(/ana@|token=|reset-password/)
  const emails = storedEmailsIn(store, sealing('o'.repeat(32), 'letters'))
  const other = await run({ store, emails }, 12 * 3_600_000)
  expect([other.reports, await store.countWaiting('mail')]).toEqual([[], 1])
  await other.time.advance(24 * 3_600_000)
  expect(other.reports).toEqual([{ outcome: 'lost', kind: 'unknown', reason: 'unreadable' }])
  expect([other.sent, await store.countWaiting('mail')]).toEqual([[], 0])
})

/** A store with the emails of a process that died. */
async function withWaiting(count: number) {
  await run({ store, deliver: away }, 0, ...Array.from({ length: count }, () => message))
  return open()
}

test('an outage while emails are taken over delays no email', async () => {
  const store = await withWaiting(3)
  let puts = 0
  const failing = storeThatMayBeAway(store, (method) => method === 'put' && (puts += 1) === 2)
  expect((await run({ store: failing }, 3_600_000)).sent).toHaveLength(3)
})

const takenOver = async (emails: StoredEmails, now: number) =>
  (await Array.fromAsync(emails.takeOver(now, 500, 0))).filter((stored) => stored !== undefined)

test.each(['stored', 'not stored'])(
  'an email that is discarded before its next try is %s is not sent',
  async (result) => {
    const { promise: gate, resolve: goOn } = Promise.withResolvers<void>()
    let isAway = false
    const slow: EntryStore = {
      ...store,
      put: async (...given) => {
        if (isAway) await gate
        return result === 'not stored' ? unavailable() : store.put(...given)
      },
    }
    const deliver = async () => {
      if (isAway) return
      isAway = true
      await away()
    }
    const { mail, sent, time } = await run({ store: slow, deliver }, 0, message)
    const discarded = mail.discard(message.to)
    goOn()
    await discarded
    await time.advance(3_600_000)
    expect([sent, await store.countWaiting('mail')]).toEqual([[], 0])
  },
)

test('an email stays with its process if that process holds it again during a takeover', async () => {
  const stored = { id: 'a', at: 0, email: message }
  const first = testEmails(store)
  await first.hold(stored, 100)
  const other = open()
  const late = testEmails({
    ...other,
    listWaiting: async (...given) => {
      const found = await other.listWaiting(...given)
      expect(await first.hold(stored, 300)).toBe(true)
      return found
    },
  })
  expect(await takenOver(late, 200)).toEqual([])
  expect(await first.hold(stored, 500)).toBe(true)
})

test('an email stays with its process if the store held it again, but did not answer', async () => {
  const emails = testEmails({
    ...store,
    put: async (...given) => ((await store.put(...given)) && given[0][0]?.due === 2 ? unavailable() : true),
  })
  const stored = { id: 'a', at: 0, email: message }
  await emails.hold(stored, 1)
  await expect(emails.hold(stored, 2)).rejects.toThrow(StoreUnavailable)
  expect(await emails.hold(stored, 3)).toBe(true)
})

test('an email of the day before is given up, also without a time when it expires', async () => {
  const store = await withWaiting(1)
  const next = await run({ store, time: fakeScheduler(Date.parse('2026-03-02T12:00:00Z')) })
  expect(next.reports).toEqual([{ outcome: 'lost', kind: message.kind, reason: 'late' }])
  expect([next.sent, await store.countWaiting('mail')]).toEqual([[], 0])
})

test.each([
  ['a stored email is not called lost', 'later', false],
  ['an email that was never stored is called lost', 'lost', true],
])('when the store is away at the end, %s', async (_, last, isAwayBefore) => {
  let isAway = isAwayBefore
  const failing = storeThatMayBeAway(store, () => isAway)
  const { mail, reports } = await run({ store: failing, deliver: away }, 0, message)
  isAway = true
  await mail.close()
  expect(reports.map(({ outcome }) => outcome)).toEqual(['later', last])
})

test('a discarded email is neither kept nor sent, also just after a takeover and while the store is away', async () => {
  const former = testEmails(store)
  for (const id of ['a', 'b']) await former.hold({ id, at: 0, email: message }, 0)
  let isAway = false
  const emails = testEmails(storeThatMayBeAway(open(), () => isAway))
  const taken = await takenOver(emails, 1)
  expect(taken.map(({ id }) => emails.isStored(id))).toEqual([true, true])
  await emails.discard(message.to)
  expect(taken.map(({ id }) => emails.isStored(id))).toEqual([false, false])
  isAway = true
  for (const stored of taken) expect(await emails.hold(stored, 240_000)).toBe(false)
})
