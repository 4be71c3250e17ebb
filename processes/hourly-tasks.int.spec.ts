import { randomUUID } from 'node:crypto'
import { keepDetails } from '@thirty/command-api/accounts/admin-invitations/invitation-details.ts'
import type { HourlyTask } from '@thirty/command-api/run-hourly.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { expect, test, vi } from 'vitest'
import { productOfTest } from './testing/product.ts'

const tasks = vi.hoisted((): HourlyTask[] => [])
// The first hour of a process begins after a minute.
vi.mock('@thirty/command-api/run-hourly.ts', () => ({
  runHourly: (task: HourlyTask) => {
    tasks.push(task)
    return { runSoon: () => undefined, stop: async () => undefined }
  },
}))

test('every hour a web process removes unused images, addresses of ended invitations, and what is left of deleted accounts', async () => {
  const { core, admin, participant } = await productOfTest()
  const [owner, uploader, deleted] = [await admin(), await participant(), await participant()]
  const { log, personalDocuments } = core
  const append = (stream: string, type: string, data: object, daysAgo = 0) =>
    appendToEnd(log, stream, [
      {
        id: randomUUID(),
        at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        type,
        version: 1,
        data,
        metadata: { correlation: randomUUID() },
      },
    ])
  const eventsOf = async (stream: string) => (await Array.fromAsync(log.read(stream))).map(({ type }) => type)

  await keepDetails(core, owner.id, 'an-ended-invitation', { email: 'ana@example.org' })
  const uploads = `pictures-${uploader.id}`
  const upload = { picture: `${'0'.repeat(32)}.webp`, bytes: 9, use: 'screenshot' }
  await append(uploads, 'PictureUploaded', upload, 2)
  const registered = { at: new Date().toISOString(), position: '1' }
  // As a process that was killed in the middle of a deletion leaves it.
  await append(`deleted-${deleted.id}`, 'AccountDeleted', {
    role: 'participant',
    status: 'active',
    registered,
  })

  for (const task of tasks) await task.pass()
  expect(await personalDocuments.load(owner.id, 'admin-invitations')).toBeUndefined()
  expect(await eventsOf(uploads)).toEqual(['PictureUploaded', 'PictureDiscarded', 'PictureRemoved'])
  expect(await eventsOf(`user-${deleted.id}`)).toEqual([])
})
