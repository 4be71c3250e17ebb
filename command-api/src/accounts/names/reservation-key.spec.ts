import { expect, test } from 'vitest'
import { accountProcesses } from '@thirty/command-api/testing/account-processes.ts'
import { checkReservationKey, reservationKeyStream, WrongReservationKey } from './reservation-key.ts'

function emptyLog() {
  const { memory, time, next } = accountProcesses()
  const check = (fingerprint: string) => checkReservationKey(next.commands, fingerprint)
  return { memory, check, now: time.now }
}

test('the first start records the key, and later ones accept the same key', async () => {
  const { memory, check, now } = emptyLog()
  for (const _start of [1, 2]) expect(await check('one')).toEqual({ fingerprint: 'one', setAt: now })
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
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']))
})
