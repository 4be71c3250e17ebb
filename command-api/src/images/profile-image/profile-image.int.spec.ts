import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { profileImageResponse } from '@thirty/contracts/api/accounts/profile.ts'
import { imageQuotaBytes } from '@thirty/contracts/rules/images.ts'
import { MediaUnavailable } from '@thirty/infra/media/media.ts'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { dayMs, imageForm, imagesApp } from '@thirty/command-api/testing/images-app.ts'

let app: Awaited<ReturnType<typeof imagesApp>>
let isMediaUnavailable = false
beforeAll(async () => {
  app = await imagesApp((media) => ({
    ...media,
    put: async (name, content) => {
      if (isMediaUnavailable) throw new MediaUnavailable('storing an image: unavailable')
      await media.put(name, content)
    },
  }))
})
afterAll(() => app.close())

const path = '/api/uploads/profile-image'
const storedMetadata = async (address: string) => {
  const image = await app.media.open(address.replace('/uploads/', ''))
  return sharp(image && (await buffer(image.content))).metadata()
}
const imagesOf = async (user: string) =>
  (await app.eventsOf(`user-${user}`))
    .filter(({ type }) => type === 'ProfileImageChanged')
    .map(({ data }) => (data as { image: string | null }).image)

test('a profile image is the square in the middle of the upload, with a thumbnail, and is set at once', async () => {
  const ana = await app.createPerson()
  const { status, body } = await ana.call(
    'POST',
    path,
    await imageForm('profileImage', { width: 900, height: 600 }),
  )
  expect(status).toBe(201)
  const { imageUrl, thumbnailUrl, position } = profileImageResponse.parse(body)
  expect(await storedMetadata(imageUrl)).toMatchObject({ format: 'webp', width: 512, height: 512 })
  expect(await storedMetadata(thumbnailUrl)).toMatchObject({ format: 'webp', width: 128, height: 128 })
  expect(await imagesOf(ana.id)).toEqual([imageUrl.replace('/uploads/', '')])
  expect((await app.eventsOf(`user-${ana.id}`)).at(-1)?.position.toString()).toBe(position)
})

test('a small profile image is not enlarged', async () => {
  const ana = await app.createPerson()
  const { body } = await ana.call('POST', path, await imageForm('profileImage', { width: 300, height: 90 }))
  const { imageUrl, thumbnailUrl } = profileImageResponse.parse(body)
  expect(await storedMetadata(imageUrl)).toMatchObject({ width: 90, height: 90 })
  expect(await storedMetadata(thumbnailUrl)).toMatchObject({ width: 90, height: 90 })
})

test('removing the profile image twice removes it once', async () => {
  const ana = await app.createPerson()
  const name = await ana.uploadProfileImage()
  expect((await ana.call('DELETE', path)).status).toBe(200)
  expect((await ana.call('DELETE', path)).status).toBe(200)
  expect(await imagesOf(ana.id)).toEqual([name, null])
})

test.for([
  ['a form without a file', 422, new FormData()],
  ['a form with another field', 400, 'projectImage'],
] as const)('refuses %s', async ([, status, form]) => {
  const ana = await app.createPerson()
  const body = typeof form === 'string' ? await imageForm(form) : form
  expect((await ana.call('POST', path, body)).status).toBe(status)
})

test('retries and concurrent requests with one key store one image and get the same response', async () => {
  const ana = await app.createPerson()
  const send = async () => ana.call('POST', path, await imageForm('profileImage'), 'a-key')
  const responses = [...(await Promise.all([send(), send()])), await send()]
  for (const { status, body } of responses) expect([status, body]).toEqual([201, responses[0]?.body])
  expect(await imagesOf(ana.id)).toHaveLength(1)
  const other = await imageForm('profileImage', { background: 'navy' })
  expect(await ana.call('POST', path, other, 'a-key')).toMatchObject({
    status: 422,
    body: { code: 'key-reused' },
  })
})

test('a retry stores an image whose upload was only recorded', async () => {
  const ana = await app.createPerson()
  isMediaUnavailable = true
  const send = async () => ana.call('POST', path, await imageForm('profileImage'), 'a-key')
  expect((await send()).status).toBe(503)
  expect(await imagesOf(ana.id)).toEqual([])
  isMediaUnavailable = false
  const { imageUrl } = profileImageResponse.parse((await send()).body)
  expect(await app.isImageStored(imageUrl.replace('/uploads/', ''))).toBe(true)
  expect(await ana.imageEvents()).toHaveLength(1)
})

test('refuses the key of an old upload whose image may be removed', async () => {
  const ana = await app.createPerson()
  const send = async () => ana.call('POST', path, await imageForm('profileImage'), 'a-key')
  expect((await send()).status).toBe(201)
  app.time.now += dayMs / 2
  expect(await send()).toMatchObject({ status: 422, body: { code: 'key-reused' } })
})

/** Records an upload of this size for a user. */
async function recordUpload(user: string, bytes: number): Promise<void> {
  const data = { picture: `${'0'.repeat(32)}.webp`, bytes, use: 'screenshot' }
  await appendToEnd(app.log, `pictures-${user}`, [app.newEvent('PictureUploaded', data)])
}

test('refuses uploads beyond 60 MB per user until the cleanup has removed unused images', async () => {
  const ana = await app.createPerson()
  await recordUpload(ana.id, imageQuotaBytes)
  for (const [address, field] of [
    [path, 'profileImage'],
    ['/api/uploads/project-image', 'projectImage'],
  ] as const) {
    expect(await ana.call('POST', address, await imageForm(field))).toMatchObject({
      status: 422,
      body: { code: 'quota-reached', message: "You've used all 60 MB of your image storage." },
    })
  }
  app.time.now += dayMs
  await app.cleanup.pass()
  expect((await ana.call('POST', path, await imageForm('profileImage'))).status).toBe(201)
})

test('of ten concurrent uploads with quota for one, one is accepted', async () => {
  const ana = await app.createPerson()
  await ana.uploadScreenshot()
  const [{ bytes }] = (await app.eventsOf(`pictures-${ana.id}`)).map(
    ({ data }) => data as { bytes: number },
  ) as [{ bytes: number }]
  await recordUpload(ana.id, imageQuotaBytes - bytes - bytes)
  const forms = await Promise.all(Array.from({ length: 10 }, () => imageForm('projectImage')))
  const responses = await Promise.all(
    forms.map((form) => ana.call('POST', '/api/uploads/project-image', form)),
  )
  expect(countStatuses(responses)).toEqual({ 201: 1, 422: 9 })
})
