import type { EventLog, NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { startEventStoreLog } from '@thirty/infra/event-log/eventstoredb.ts'
import { MediaUnavailable, type Media } from '@thirty/infra/media/media.ts'
import { startFakeCluster } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-cluster.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, onTestFinished, test } from 'vitest'
import { dayMs, imagesApp } from '@thirty/command-api/testing/images-app.ts'
import { logInterruptedBefore } from '@thirty/command-api/testing/interrupted-log.ts'

const app = appForFile(imagesApp)

test.for(['submit', 'revise'] as const)(
  'an image that a participant uses to %s a project, while the cleanup is about to discard it, stays',
  async (action) => {
    const ana = await app.createPerson()
    if (action === 'revise') await ana.submit(await ana.uploadScreenshot())
    const screenshot = await ana.uploadScreenshot()
    app.time.now += dayMs
    let answer: { status: number } | undefined
    const isDiscard = ({ type }: NewEvent) => type === 'PictureDiscarded'
    const log = logInterruptedBefore(app.log, isDiscard, async () => {
      answer = await ana[action](screenshot)
    })
    await app.createCleanup({ log }).pass()
    expect(answer?.status).toBe(action === 'submit' ? 201 : 200)
    expect(await app.isImageStored(screenshot)).toBe(true)
    expect(await ana.imageEvents()).toEqual(
      expect.arrayContaining([`PictureUploaded ${screenshot}`, `PictureKept ${screenshot}`]),
    )
  },
)

const failingMedia = (media: Media, isBroken: (name: string) => boolean): Media => ({
  ...media,
  remove: async (name) => {
    if (isBroken(name)) throw new MediaUnavailable('removing an image: unavailable')
    await media.remove(name)
  },
})

test('a cleanup completes what another process left unfinished', async () => {
  const [ana, ben] = [await app.createPerson(), await app.createPerson()]
  const [anas, bens] = [await ana.uploadScreenshot(), await ben.uploadScreenshot()]
  app.time.now += dayMs
  const media = failingMedia(app.media, (name) => name === anas.replace('.webp', '-small.webp'))
  const before = app.errors.length
  await app.createCleanup({ media }).pass()
  expect(app.errors.length).toBe(before + 1)
  expect(await app.isImageStored(bens)).toBe(false)
  expect((await ana.submit(anas)).status).toBe(422)
  await app.createCleanup().pass()
  expect(await app.isImageStored(anas)).toBe(false)
  expect((await ana.imageEvents()).at(-1)).toBe(`PictureRemoved ${anas}`)
})

test('images that cannot be removed do not block the images of other users', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => app.createPerson()))
  const screenshots: string[] = []
  for (const person of people) screenshots.push(await person.uploadScreenshot())
  const stuck = screenshots.slice(0, 3)
  app.time.now += dayMs
  const media = failingMedia(app.media, (name) => stuck.includes(name))
  const cleanup = app.createCleanup({ media })
  await cleanup.pass()
  await cleanup.pass()
  const left = await Promise.all(screenshots.map((screenshot) => app.isImageStored(screenshot)))
  expect(left).toEqual([true, true, true, false, false])
  await app.cleanup.pass()
})

test('an image that becomes due while the cleanup handles another image of the same user is not removed', async () => {
  const ana = await app.createPerson()
  const unused = await ana.uploadScreenshot()
  app.time.now += 5
  const shown = await ana.uploadScreenshot()
  expect((await ana.submit(shown)).status).toBe(201)
  app.time.now += dayMs - 5
  const read: EventLog['read'] = (stream, from) => {
    if (stream === `user-${ana.id}`) app.time.now += 5
    return app.log.read(stream, from)
  }
  await app.createCleanup({ log: { ...app.log, read } }).pass()
  expect([await app.isImageStored(unused), await app.isImageStored(shown)]).toEqual([false, true])
})

test('cleans up with a log whose positions are byte offsets', async () => {
  const [ana, ben] = [await app.createPerson(), await app.createPerson()]
  const [shown, unused] = [await ana.uploadScreenshot(), await ben.uploadScreenshot()]
  await ana.submit(shown)
  app.time.now += dayMs
  const fake = await startFakeCluster({ log: app.log, ports: [0] })
  onTestFinished(() => fake.stop())
  const onStoreError = ({ error }: { error: unknown }) => app.errors.push(error)
  const { log, verified } = await startEventStoreLog({ url: fake.url, onStoreError })
  onTestFinished(() => log.close())
  await verified
  const before = app.errors.length
  await app.createCleanup({ log }).pass()
  expect(app.errors.slice(before)).toEqual([])
  expect([await app.isImageStored(shown), await app.isImageStored(unused)]).toEqual([true, false])
  expect(await ana.imageEvents()).toEqual([`PictureUploaded ${shown}`, `PictureKept ${shown}`])
})

test('a pass that was stopped while reading is continued by the next one', async () => {
  const ana = await app.createPerson()
  const [shown, unused] = [await ana.uploadScreenshot(), await ana.uploadScreenshot()]
  await ana.submit(shown)
  app.time.now += dayMs
  let isAtProjects = false
  const readAll: EventLog['readAll'] = (range) => {
    isAtProjects ||= range?.streams?.includes('project-') ?? false
    return app.log.readAll(range)
  }
  const cleanup = app.createCleanup({ log: { ...app.log, readAll } })
  await cleanup.pass(() => true)
  expect(isAtProjects).toBe(false)
  await cleanup.pass(() => isAtProjects)
  expect([isAtProjects, await app.isImageStored(unused)]).toEqual([true, true])
  await cleanup.pass()
  expect([await app.isImageStored(shown), await app.isImageStored(unused)]).toEqual([true, false])
})
