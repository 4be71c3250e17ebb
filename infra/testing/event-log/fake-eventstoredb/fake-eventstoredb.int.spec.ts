import { expect, test } from 'vitest'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { collect, textEvents, textsOf } from '../port/test-events.ts'
import { readEverything, startEventStorePair } from '../eventstoredb-pair.ts'

test('a store that was put back has no trace of later events and uses their positions again', async () => {
  const { open, copy, putBack } = await startEventStorePair()
  const log = await open({ retryForMs: 10_000 })
  await log.append('thing-1', textEvents('a'), 'none')
  const older = await copy()
  const lost = await log.append('thing-1', textEvents('lost'), 0)

  await putBack(older)
  expect(await readEverything(log)).toEqual(['thing-1 a'])
  expect(await log.append('thing-1', textEvents('new'), 0)).toEqual(lost)

  await putBack(older)
  expect(textsOf(await collect(log.read('thing-1')))).toEqual(['a'])
})

test('a store without a disk forgets what it stored when it is restarted', async () => {
  const { open, copy, putBack } = await startEventStorePair()
  const log = await open({ retryForMs: 10_000 })
  const empty = await copy()
  await log.append('thing-1', textEvents('a'), 'none')
  await putBack(empty)
  expect(await readEverything(log)).toEqual([])
  expect(await log.head()).toBe(beginning)
})
