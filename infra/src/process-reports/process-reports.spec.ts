import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { processReportsIn } from './process-reports.ts'

test('processes see the last report of this form of each other and its age, until it is removed or ten minutes old', async () => {
  const { store, time, open } = await temporaryEntries()
  const [one, other] = [processReportsIn(store), processReportsIn(open())] as const
  const form = z.object({ sockets: z.int() })
  await one.publish('of-another-release', { of: 'another form' })
  await one.publish('one', { sockets: 1 })
  await one.publish('one', { sockets: 2 })
  time.now += 60_000
  await other.publish('other', { sockets: 3 })
  expect(await other.list(form)).toEqual([
    { report: { sockets: 3 }, ageSeconds: 0 },
    { report: { sockets: 2 }, ageSeconds: 60 },
  ])
  time.now += 540_000
  expect(await one.list(form)).toEqual([{ report: { sockets: 3 }, ageSeconds: 540 }])
  expect((await store.list('process-reports')).total).toBe(1)
  await other.remove('other')
  expect(await one.list(form)).toEqual([])
})
