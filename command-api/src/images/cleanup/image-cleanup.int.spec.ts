import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { appForTest, appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { dayMs, imagesApp } from '@thirty/command-api/testing/images-app.ts'

const app = appForFile(imagesApp)

test('a screenshot that is not submitted is removed after a day, and its removal is recorded', async () => {
  const ana = await app.createPerson()
  const screenshot = await ana.uploadScreenshot()
  app.time.now += dayMs - 1
  await app.cleanup.pass()
  expect(await app.isImageStored(screenshot)).toBe(true)
  app.time.now += 1
  await app.cleanup.pass()
  expect(await app.isImageStored(screenshot)).toBe(false)
  expect(await ana.imageEvents()).toEqual([
    `PictureUploaded ${screenshot}`,
    `PictureDiscarded ${screenshot}`,
    `PictureRemoved ${screenshot}`,
  ])
  const [, discarded] = await app.eventsOf(`pictures-${ana.id}`)
  expect(discarded?.metadata).not.toHaveProperty('actor')
})

test('the screenshot of a draft stays until a day after the draft is gone', async () => {
  const ana = await app.createPerson()
  const screenshot = await ana.uploadScreenshot()
  const unused = await ana.uploadScreenshot()
  const content = {
    ...allTextsOf({}),
    screenshot: { name: 'clock.png', imageUrl: `/uploads/${screenshot}` },
  }
  const draft = { version: 'version-1', replaces: [], writtenAgoMs: 0, content }
  expect((await ana.call('PUT', '/api/drafts/4', draft)).status).toBe(200)
  app.time.now += 2 * dayMs
  await app.cleanup.pass()
  expect(await app.isImageStored(unused)).toBe(false)
  expect(await app.isImageStored(screenshot)).toBe(true)
  await ana.call('DELETE', '/api/drafts/4', { versions: ['version-1'] })
  app.time.now += dayMs
  await app.cleanup.pass()
  expect(await app.isImageStored(screenshot)).toBe(false)
})

test('the screenshots of earlier and abandoned runs stay, because a restore needs them', async () => {
  // Another installation: the other tests stay in the first run.
  const other = await appForTest(imagesApp())
  const ana = await other.createPerson()
  const inEachRun: string[] = []
  const submitNew = async () => {
    inEachRun.push(await ana.uploadScreenshot())
    expect((await ana.submit(inEachRun.at(-1) ?? '', 7)).status).toBe(201)
  }
  const appendChallengeEvent = (type: string, data: object) => other.append('challenge', type, data)
  await submitNew()
  await appendChallengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
  await submitNew()
  await appendChallengeEvent('BackupRestored', { run: 3, backup: 'b0', parent: { run: 1, upTo: '0' } })
  await submitNew()
  const unused = await ana.uploadScreenshot()
  other.time.now += 2 * dayMs
  await Promise.all([other.cleanup.pass(), other.createCleanup().pass()])
  for (const screenshot of inEachRun) expect(await other.isImageStored(screenshot)).toBe(true)
  expect(await other.isImageStored(unused)).toBe(false)
})
