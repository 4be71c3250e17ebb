import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { presenceIn, subjectOffers } from './presence.ts'

const [ines, tobias] = [
  { id: 'ines', session: 's1' },
  { id: 'tobias', session: 's2' },
]

async function setUp() {
  const { store, time } = await temporaryEntries()
  const presence = presenceIn(store)
  return { time, presence, offers: subjectOffers(presence) }
}

test('of two people who are offered the same at the same time, one gets it, and the other something else', async () => {
  const { offers } = await setUp()
  const results = await Promise.all([offers.offer(ines, 'kanban'), offers.offer(tobias, 'kanban')])
  expect(results).toEqual([true, false])
  expect(await offers.offer(tobias, 'tally')).toBe(true)
  expect(await offers.ofOthers('ines')).toEqual(new Set(['tally']))
  expect(await offers.ofOthers('tobias')).toEqual(new Set(['kanban']))
})

test('an offer ends by itself, and with the next one', async () => {
  const { offers, time } = await setUp()
  await offers.offer(ines, 'kanban')
  await offers.offer(ines, 'tally')
  expect(await offers.offer(tobias, 'kanban')).toBe(true)
  time.now += 15_000
  expect(await offers.ofOthers('tobias')).toEqual(new Set())
})

test('a project that somebody has open is not offered to another person', async () => {
  const { offers, presence } = await setUp()
  await presence.enter({ user: 'ines', session: 's1', tab: 'tab-number-1' }, 'kanban', 60_000)
  expect(await offers.offer(tobias, 'kanban')).toBe(false)
  expect(await offers.offer(ines, 'kanban')).toBe(true)
})

test('everything is free while the store is away', async () => {
  const failing = (error: Error) => {
    const fail = async () => {
      throw error
    }
    return subjectOffers({ all: fail, enter: fail, leave: fail })
  }
  const offers = failing(new StoreUnavailable('Redis is away.'))
  expect(await offers.offer(ines, 'kanban')).toBe(true)
  expect(await offers.ofOthers('ines')).toEqual(new Set())
  await expect(failing(new Error('A bug')).offer(ines, 'kanban')).rejects.toThrow('A bug')
})
