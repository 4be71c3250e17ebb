import { keepDetails } from '@thirty/command-api/accounts/admins/invitations.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
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
  const [unused, shown, drafted] = ['0', '1', '2'].map((digit) => `${digit.repeat(32)}.webp`)
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString()
  for (const picture of [unused, shown, drafted]) {
    const use = picture === shown ? 'profile' : 'screenshot'
    await append(uploads, { type: 'PictureUploaded', at, data: { picture, bytes: 9, use } })
  }
  await append(`user-${uploader.id}`, { type: 'ProfileImageChanged', data: { image: shown } })
  const content = { ...allTextsOf({}), screenshot: { name: 'clock.png', imageUrl: `/uploads/${drafted}` } }
  const versions = [{ version: 'version-1', writtenAt: at, device: 'Firefox', content }]
  await personalDocuments.change(uploader.id, 'drafts', () => [{ day: 4, versions }])
  const registered = { at: new Date().toISOString(), position: '1' }
  // As a process that was killed in the middle of a deletion leaves it.
  const deletion = { role: 'participant', status: 'active', registered }
  await append(`deleted-${deleted.id}`, { type: 'AccountDeleted', data: deletion })

  for (const task of tasks) await task.pass()
  expect(await personalDocuments.load(owner.id, 'admin-invitations')).toBeUndefined()
  expect((await Array.fromAsync(log.read(uploads))).slice(3)).toMatchObject([
    { type: 'PictureDiscarded', data: { picture: unused } },
    { type: 'PictureRemoved', data: { picture: unused } },
  ])
  expect(await eventsOf(`user-${deleted.id}`)).toEqual([])
})
