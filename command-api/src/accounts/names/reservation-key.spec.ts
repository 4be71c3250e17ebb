import { expect, test } from 'vitest'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { createCommands } from '../../handle.ts'
import { checkReservationKey, reservationKeyStream, WrongReservationKey } from './reservation-key.ts'

const now = Date.parse('2026-03-02T08:00:00Z')

function emptyLog() {
  const memory = inMemoryEventLog()
  const check = (fingerprint: string) =>
    checkReservationKey(createCommands({ log: memory.log, clock: () => now }), fingerprint)
  return { memory, check }
}

test('the first start records the key, and later ones accept the same key', async () => {
  const { memory, check } = emptyLog()
  const first = await check('one')
  expect(first).toEqual({ fingerprint: 'one', setAt: now })
  expect(await check('one')).toEqual(first)
  expect(memory.inStream(reservationKeyStream)).toHaveLength(1)
})

test('another key is refused with a sentence that says what to do', async () => {
  const { check } = emptyLog()
  await check('one')
  await expect(check('other')).rejects.toBeInstanceOf(WrongReservationKey)
  await expect(check('other')).rejects.toThrow(
    /^RESERVATION_KEY, .* Restore the key from your backup\. If it is lost, .*--new-reservation-key/,
  )
  await expect(check('one')).resolves.toMatchObject({ fingerprint: 'one' })
})

test('processes that start at the same time with different keys do not both start', async () => {
  const { check } = emptyLog()
  const outcomes = await Promise.allSettled([check('one'), check('other'), check('one')])
  expect(outcomes.map(({ status }) => status).sort()).not.toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
})
