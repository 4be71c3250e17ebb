import { startFakeEventStoreDb } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-eventstoredb.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { openEventStoreLog } from '@thirty/infra/event-log/eventstoredb.ts'
import { MediaUnavailable, type Media } from '@thirty/infra/media/media.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dayMs, imagesApp } from '@thirty/command-api/testing/images-app.ts'

let app: Awaited<ReturnType<typeof imagesApp>>
beforeAll(async () => {
  app = await imagesApp()
})
afterAll(() => app.close())

/** A log that lets something happen right before a discard or a keep is appended, once. */
function interrupted(log: EventLog, type: string, meanwhile: () => Promise<unknown>): EventLog {
  let isOver = false
  const append: EventLog['append'] = async (stream, events, expected) => {
    if (!isOver && events.some((event) => event.type === type)) {
      isOver = true
      await meanwhile()
    }
    return log.append(stream, events, expected)
  }
  return new Proxy(log, { get: (whole, name) => (name === 'append' ? append : bound(whole, name)) })
}
function bound(log: EventLog, name: string | symbol): unknown {
  // Whatever is asked for is one of the log's own functions.
  const own = log[name as keyof EventLog]
  return typeof own === 'function' ? own.bind(log) : own
}

test('an image that is submitted while the cleanup is about to discard it stays', async () => {
  const ana = await app.person()
  const shot = await ana.screenshot()
  app.time.now += dayMs
  let handIn: { status: number } | undefined
  const log = interrupted(app.log, 'PictureDiscarded', async () => (handIn = await ana.submit(shot)))
  await app.createCleanup({ log }).pass()
  expect(handIn?.status).toBe(201)
  expect(await app.isImageStored(shot)).toBe(true)
  expect(await ana.imageEvents()).toEqual([`PictureUploaded ${shot}`, `PictureKept ${shot}`])
})

test('hand-ins and sweeps of several processes at the same moment: what was accepted has its picture', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => app.person()))
  const shots = await Promise.all(people.map((one) => one.screenshot()))
  app.time.now += dayMs
  const sweeps = [app.createCleanup(), app.createCleanup(), app.createCleanup()]
  const [answers] = await Promise.all([
    Promise.all(people.map((one, at) => one.submit(shots[at] ?? ''))),
    ...sweeps.map((sweep) => sweep.pass()),
  ])
  for (const [at, { status }] of answers.entries()) {
    expect([201, 422]).toContain(status)
    expect(await app.isImageStored(shots[at] ?? '')).toBe(status === 201)
  }
  expect(app.errors).toEqual([])
})

const failing = (media: Media, isBroken: (name: string) => boolean): Media => ({
  ...media,
  remove: async (name) => {
    if (isBroken(name)) throw new MediaUnavailable('removing a picture: away')
    await media.remove(name)
  },
})

test('a cleanup completes what another process left unfinished', async () => {
  const [ana, ben] = [await app.person(), await app.person()]
  const [anas, bens] = [await ana.screenshot(), await ben.screenshot()]
  app.time.now += dayMs
  const media = failing(app.media, (name) => name === anas.replace('.webp', '-small.webp'))
  const before = app.errors.length
  await app.createCleanup({ media }).pass()
  expect(app.errors.length).toBe(before + 1)
  expect(await app.isImageStored(bens)).toBe(false)
  expect((await ana.submit(anas)).status).toBe(422)
  await app.createCleanup().pass()
  expect(await app.isImageStored(anas)).toBe(false)
  expect((await ana.imageEvents()).at(-1)).toBe(`PictureRemoved ${anas}`)
})

test('stops after repeated failures of the media store', async () => {
  const people = await Promise.all(Array.from({ length: 9 }, () => app.person()))
  for (const one of people) await one.screenshot()
  app.time.now += dayMs
  let asked = 0
  const media = failing(app.media, () => (asked += 1) > 0)
  await app.createCleanup({ media }).pass()
  expect(asked).toBe(3)
  await app.cleanup.pass()
})

test('images that cannot be removed do not block those of other users', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => app.person()))
  const shots: string[] = []
  for (const one of people) shots.push(await one.screenshot())
  const stuck = shots.slice(0, 3)
  app.time.now += dayMs
  const media = failing(app.media, (name) => stuck.includes(name))
  const sweep = app.createCleanup({ media })
  for (let passes = 0; passes < 2; passes += 1) await sweep.pass()
  const left = await Promise.all(shots.map((shot) => app.isImageStored(shot)))
  expect(left).toEqual([true, true, true, false, false])
  await app.cleanup.pass()
})

test('a pass reads what is new and looks at nobody who has nothing to lose', async () => {
  const ana = await app.person()
  await ana.submit(await ana.screenshot())
  const asked: string[] = []
  const log = new Proxy(app.log, {
    get: (whole, name) => {
      if (name === 'read' || name === 'readAll' || name === 'append') asked.push(name)
      return bound(whole, name)
    },
  })
  const sweep = app.createCleanup({ log })
  app.time.now += dayMs
  // Keeps what is shown; the next one learns of it.
  await sweep.pass()
  await sweep.pass()
  asked.length = 0
  app.time.now += dayMs
  await sweep.pass()
  expect(asked).toEqual([])
})

test('a picture whose day ends while the sweep looks at another one of the same person stays in its project', async () => {
  const ana = await app.person()
  const unused = await ana.screenshot()
  app.time.now += 5
  const shown = await ana.screenshot()
  expect((await ana.submit(shown)).status).toBe(201)
  app.time.now += dayMs - 5
  const read: EventLog['read'] = (stream, from) => {
    if (stream === `user-${ana.id}`) app.time.now += 5
    return app.log.read(stream, from)
  }
  const log = new Proxy(app.log, { get: (whole, name) => (name === 'read' ? read : bound(whole, name)) })
  await app.createCleanup({ log }).pass()
  expect([await app.isImageStored(unused), await app.isImageStored(shown)]).toEqual([false, true])
})

/** A log that tells from where the projects are read. */
function overheard(log: EventLog, heard: (after: bigint) => void): EventLog {
  const readAll: EventLog['readAll'] = async function* (range = {}) {
    const { after = beginning, streams = [] } = range
    if (streams.includes('project-')) heard(after)
    yield* log.readAll(range)
  }
  return new Proxy(log, { get: (whole, name) => (name === 'readAll' ? readAll : bound(whole, name)) })
}

test('a first pass reads projects from the oldest screenshot on that is not settled, whatever the age of a portrait', async () => {
  const ana = await app.person()
  await ana.profileImage()
  await ana.submit(await ana.screenshot(), 3)
  app.time.now += 2 * dayMs
  await app.cleanup.pass()
  const shown = await ana.screenshot()
  await ana.submit(shown)
  const events = await app.eventsOf(`pictures-${ana.id}`)
  const uploaded = events.findLast(({ type }) => type === 'PictureUploaded')
  app.time.now += dayMs
  const from: bigint[] = []
  const before = app.errors.length
  await app.createCleanup({ log: overheard(app.log, (after) => from.push(after)) }).pass()
  expect(from).toEqual([uploaded?.position])
  expect(app.errors.length).toBe(before)
  expect((await ana.imageEvents()).at(-1)).toBe(`PictureKept ${shown}`)
})

test('a log that counts bytes, and reads from no place between two events, is swept as well', async () => {
  const [ana, ben] = [await app.person(), await app.person()]
  const [shown, unused] = [await ana.screenshot(), await ben.screenshot()]
  await ana.submit(shown)
  app.time.now += dayMs
  const double = await startFakeEventStoreDb({ log: app.log })
  const log = await openEventStoreLog({
    url: double.url,
    onStoreError: ({ error }) => app.errors.push(error),
  })
  onTestFinished(async () => {
    await log.close()
    await double.stop()
  })
  const before = app.errors.length
  await app.createCleanup({ log }).pass()
  expect(app.errors.slice(before)).toEqual([])
  expect([await app.isImageStored(shown), await app.isImageStored(unused)]).toEqual([true, false])
  expect(await ana.imageEvents()).toEqual([`PictureUploaded ${shown}`, `PictureKept ${shown}`])
})

test('a pass that was stopped while reading is continued by the next one', async () => {
  const ana = await app.person()
  const [shown, unused] = [await ana.screenshot(), await ana.screenshot()]
  await ana.submit(shown)
  app.time.now += dayMs
  let isAtProjects = false
  const sweep = app.createCleanup({ log: overheard(app.log, () => (isAtProjects = true)) })
  await sweep.pass(() => true)
  expect(isAtProjects).toBe(false)
  await sweep.pass(() => isAtProjects)
  expect([isAtProjects, await app.isImageStored(shown), await app.isImageStored(unused)]).toEqual([
    true,
    true,
    true,
  ])
  await sweep.pass()
  expect([await app.isImageStored(shown), await app.isImageStored(unused)]).toEqual([true, false])
})
