import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { LogUnavailable, beginning } from '../event-log.ts'
import { collectBatches, collect, events, textsOf } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { startEventStorePair } from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'

const letters = 'abcdefghij'

test('a stream is read on where it broke, and a long reading has its patience again', async () => {
  const { open, faults } = await startEventStorePair()
  const log = await open({ retryForMs: 1 })
  await log.append('thing-1', events(...letters), 'none')
  faults.reads.push({ code: status.UNAVAILABLE, after: 3 }, { code: status.INTERNAL, after: 2 })
  expect(textsOf(await collect(log.read('thing-1'))).join('')).toBe(letters)
  expect(faults.reads).toEqual([])
})

test('the whole log is read on where it broke, without a gap or a repeat', async () => {
  const { open, faults } = await startEventStorePair()
  const log = await open()
  for (const letter of letters) await log.append(`thing-${letter}`, events(letter), 'none')
  // The first two are asked what is forgotten, and where the log ends.
  const whole = { code: status.UNAVAILABLE, after: Infinity }
  faults.reads.push(whole, whole, { code: status.CANCELLED, after: 4 }, { code: status.DATA_LOSS, after: 3 })
  expect(textsOf(await collectBatches(log.readAll({ batch: 3 }))).join('')).toBe(letters)
  expect(faults.reads).toEqual([])
})

test('a place between two events is no place to read from', async () => {
  const { open, troubles } = await startEventStorePair()
  const log = await open({ retryForMs: 1 })
  const { position } = await log.append('thing-1', events('a'), 'none')
  await log.append('thing-1', events('b'), 'any')
  expect(textsOf(await collectBatches(log.readAll({ after: position })))).toEqual(['b'])
  await expect(collectBatches(log.readAll({ after: position + 1n }))).rejects.toBeInstanceOf(LogUnavailable)
  expect(troubles.map(({ during }) => during)).toContain('read')
})

test('a store that does not answer a read is unavailable', async () => {
  const { open, faults } = await startEventStorePair()
  const log = await open({ deadline: 300 })
  faults.silent.add('read')
  await expect(collect(log.read('thing-1'))).rejects.toBeInstanceOf(LogUnavailable)
  await expect(log.head()).rejects.toBeInstanceOf(LogUnavailable)
})

test('who reads only the beginning does not leave the store sending', async () => {
  const { open, faults, underlyingLog: beneath } = await startEventStorePair()
  const log = await open()
  for (let round = 0; round < 20; round++)
    await beneath().append('thing-1', events(...Array.from({ length: 500 }, () => 'x'.repeat(200))), 'any')
  for await (const one of log.read('thing-1')) if (one.revision === 2) break
  for await (const [first] of log.readAll({ batch: 1 })) if (first?.revision === 2) break
  await log.head()
  await expect.poll(() => faults.open).toBe(0)
  expect(faults.sent).toBeLessThan(5_000)
})

test('who stops in the middle and closes the log leaves nothing open at the store', async () => {
  const { open, faults, underlyingLog: beneath } = await startEventStorePair()
  for (let round = 0; round < 20; round++)
    await beneath().append('thing-1', events(...Array.from({ length: 500 }, () => 'x'.repeat(200))), 'any')
  const log = await open()
  await log.readAll({ batch: 1 })[Symbol.asyncIterator]().next()
  expect(faults.open).toBe(1)
  await log.close()
  await expect.poll(() => faults.open).toBe(0)
})

test('a new store holds nothing of ours', async () => {
  const { open } = await startEventStorePair()
  const log = await open()
  expect(await log.head()).toBe(beginning)
  expect(await collectBatches(log.readAll())).toEqual([])
})

test('what the store writes for itself is neither read nor the head', async () => {
  const { open } = await startEventStorePair()
  const log = await open()
  const { position } = await log.append('thing-1', events('a', 'b'), 'none')
  await log.truncate('thing-1', 1)
  expect(await log.head()).toBeGreaterThan(position)
  expect(textsOf(await collectBatches(log.readAll()))).toEqual(['b'])
})
