import { keepDetails } from '@thirty/command-api/accounts/admin-invitations/invitation-details.ts'
import type { HourlyTask } from '@thirty/command-api/run-hourly.ts'
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
  const { core, admin, participant, append } = await productOfTest()
  const [owner, uploader, deleted] = [await admin(), await participant(), await participant()]
  const { log, personalDocuments } = core
  const eventsOf = async (stream: string) => (await Array.fromAsync(log.read(stream))).map(({ type }) => type)

  await keepDetails(core, owner.id, 'an-ended-invitation', { email: 'ana@example.org' })
  const uploads = `pictures-${uploader.id}`
  const upload = { picture: `${'0'.repeat(32)}.webp`, bytes: 9, use: 'screenshot' }
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString()
  await append(uploads, { type: 'PictureUploaded', at, data: upload })
  const registered = { at: new Date().toISOString(), position: '1' }
  // As a process that was killed in the middle of a deletion leaves it.
  const deletion = { role: 'participant', status: 'active', registered }
  await append(`deleted-${deleted.id}`, { type: 'AccountDeleted', data: deletion })

  for (const task of tasks) await task.pass()
  expect(await personalDocuments.load(owner.id, 'admin-invitations')).toBeUndefined()
  expect(await eventsOf(uploads)).toEqual(['PictureUploaded', 'PictureDiscarded', 'PictureRemoved'])
  expect(await eventsOf(`user-${deleted.id}`)).toEqual([])
})
