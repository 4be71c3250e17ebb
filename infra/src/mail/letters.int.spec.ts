import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { fakeScheduler, type FakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { exampleMessage, testLetters } from '@thirty/infra/testing/mail/mail-port.ts'
import { expect, test } from 'vitest'
import type { EntryStore } from '../entry-store/entry-store.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { sealing } from '../sealed-text.ts'
import { deliveryQueue } from './delivery-queue.ts'
import { lettersIn, type Letter } from './letters.ts'

const message = { ...exampleMessage, expiresAt: Date.parse('2026-03-05T00:00:00.000Z') }
const away = () => Promise.reject(new Error('away'))

type Given = {
  store: EntryStore
  deliver?: (letter: Letter) => Promise<void>
  isAlone?: boolean
  time?: FakeScheduler
}

/** A process with a clock of its own: one whose time stands still has died. `sent` has what it delivered. */
function startProcess({ store, deliver, isAlone = true, time = fakeScheduler() }: Given) {
  const sent: Letter[] = []
  const mail = deliveryQueue<Letter>({
    compose: (letter) => letter,
    deliver: async (letter) => {
      await deliver?.(letter)
      sent.push(letter)
    },
    letters: testLetters(store),
    isAlone,
    reportDelivery: () => undefined,
    scheduler: time,
  })
  return { mail, sent, time }
}

test('a letter that waits in a process that dies is delivered by the next one, once and as it was', async () => {
  const { store, open } = await temporaryEntries()
  const unsubscribe = new URL('https://thirty.example/unsubscribe?token=a')
  const first = startProcess({ store, deliver: away })
  first.mail.send(message)
  first.mail.send({ ...message, kind: 'reminder', unsubscribe })
  await first.time.advance(2_000)
  const next = startProcess({ store: open() })
  await next.time.advance(60_000)
  expect(next.sent.map(({ email }) => email).toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    message,
    { ...message, kind: 'reminder', unsubscribe },
  ])
  const third = startProcess({ store: open() })
  await third.time.advance(60_000)
  expect(third.sent).toEqual([])
})

test('a letter is stored before `send` returns', async () => {
  const { store, open } = await temporaryEntries()
  const first = startProcess({ store })
  first.mail.send(message)
  expect(await open().countWaiting('mail')).toBe(1)
})

test('a letter that a process could not deliver before it closed is left to the next one', async () => {
  const { store, open } = await temporaryEntries()
  const first = startProcess({ store, deliver: away })
  first.mail.send(message)
  await first.time.advance(0)
  await first.mail.close()
  const next = startProcess({ store: open(), isAlone: false })
  await next.time.advance(60_000)
  expect(next.sent).toHaveLength(1)
})

test('a delivered letter is not sent again, and nothing of it is left', async () => {
  const { store, open } = await temporaryEntries()
  const first = startProcess({ store })
  first.mail.send(message)
  await first.time.advance(0)
  expect(first.sent).toHaveLength(1)
  const next = startProcess({ store: open() })
  await next.time.advance(600_000)
  expect(next.sent).toEqual([])
  expect(await store.list('mail')).toMatchObject({ total: 0 })
})

test('a process takes over what another one holds no longer, which then gives it up', async () => {
  const { store, open } = await temporaryEntries()
  const stalled = startProcess({ store, deliver: away, isAlone: false })
  stalled.mail.send(message)
  await stalled.time.advance(0)
  const other = startProcess({ store: open(), isAlone: false })
  await other.time.advance(120_000)
  expect(other.sent).toEqual([])
  await other.time.advance(60_000)
  expect(other.sent).toHaveLength(1)
  await stalled.time.advance(1_000)
  expect(stalled.mail.pendingCount()).toBe(0)
  await stalled.time.advance(3_600_000)
  expect([stalled.sent, other.sent.length]).toEqual([[], 1])
})

test('a letter that is discarded by one process is delivered by none', async () => {
  const { store, open } = await temporaryEntries()
  let isAway = true
  const first = startProcess({ store, deliver: () => (isAway ? away() : Promise.resolve()), isAlone: false })
  first.mail.send(message)
  first.mail.send({ ...message, to: 'ben@example.org' })
  await first.time.advance(0)
  await startProcess({ store: open(), isAlone: false }).mail.discard('ANA@example.org')
  isAway = false
  await first.time.advance(1_000)
  expect(first.sent.map(({ email }) => email.to)).toEqual(['ben@example.org'])
})

test('while the store is away letters are delivered all the same, once', async () => {
  const { store, open } = await temporaryEntries()
  let isAway = true
  const unavailable = async () => Promise.reject(new StoreUnavailable('Redis is away.'))
  const failing: EntryStore = {
    ...store,
    put: async (...given) => (isAway ? unavailable() : store.put(...given)),
    remove: async (...given) => (isAway ? unavailable() : store.remove(...given)),
    listWaiting: async (...given) => (isAway ? unavailable() : store.listWaiting(...given)),
  }
  const { mail, sent, time } = startProcess({ store: failing })
  mail.send(message)
  await time.advance(0)
  expect(sent).toHaveLength(1)
  isAway = false
  let isLate = true
  const late: EntryStore = {
    ...store,
    remove: async (...given) => (isLate ? unavailable() : store.remove(...given)),
  }
  const other = startProcess({ store: late })
  other.mail.send(message)
  await other.time.advance(60_000)
  expect([other.sent.length, await store.countWaiting('mail')]).toEqual([1, 1])
  isLate = false
  await other.time.advance(60_000)
  const next = startProcess({ store: open() })
  await next.time.advance(60_000)
  expect([other.sent.length, next.sent.length]).toEqual([1, 0])
})

test('the store has neither the address nor the link in clear text, and no letter of another key is sent', async () => {
  const { store, folder } = await temporaryEntries()
  const first = startProcess({ store, deliver: away })
  first.mail.send(message)
  await first.time.advance(0)
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')),
  )
  expect(files.join('')).not.toMatch(/ana@|token=|reset-password/)
  const other = lettersIn(store, sealing('o'.repeat(32), 'letters'))
  expect(await other.takeOver(Infinity, Infinity)).toEqual([])
  expect(await store.countWaiting('mail')).toBe(0)
})
