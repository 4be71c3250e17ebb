import { profileImageEndpoints } from '@thirty/contracts/accounts/profile-api.ts'
import { MediaUnavailable } from '@thirty/infra/media/media.ts'
import { buffer } from 'node:stream/consumers'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { dayMs, imageForm, imagesApp } from '@thirty/command-api/testing/images-app.ts'
import sharp from 'sharp'

let isMediaUnavailable = false
const app = appForFile(() =>
  imagesApp({
    wrapMedia: (media) => ({
      ...media,
      put: async (name, content) => {
        if (isMediaUnavailable) throw new MediaUnavailable('storing an image: unavailable')
        await media.put(name, content)
      },
    }),
  }),
)

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
  const { imageUrl, thumbnailUrl, position } = profileImageEndpoints.uploadProfileImage.response.parse(body)
  const [full, thumbnail] = [await storedMetadata(imageUrl), await storedMetadata(thumbnailUrl)]
  expect(full).toMatchObject({ format: 'webp', width: 512, height: 512 })
  expect(thumbnail).toMatchObject({ format: 'webp', width: 128, height: 128 })
  const [uploaded] = await app.eventsOf(`pictures-${ana.id}`)
  expect(uploaded?.data).toMatchObject({ bytes: (full.size ?? 0) + (thumbnail.size ?? 0) })
  expect(await imagesOf(ana.id)).toEqual([imageUrl.replace('/uploads/', '')])
  expect((await app.eventsOf(`user-${ana.id}`)).at(-1)?.position.toString()).toBe(position)
})

test('a retry stores an image whose upload was only recorded', async () => {
  const ana = await app.createPerson()
  isMediaUnavailable = true
  const send = async () => ana.call('POST', path, await imageForm('profileImage'), 'a-key')
  expect((await send()).status).toBe(503)
  expect(await imagesOf(ana.id)).toEqual([])
  isMediaUnavailable = false
  const { imageUrl } = profileImageEndpoints.uploadProfileImage.response.parse((await send()).body)
  expect(await app.isImageStored(imageUrl.replace('/uploads/', ''))).toBe(true)
  expect(await ana.imageEvents()).toHaveLength(1)
})

test('refuses the key of the upload of another file', async () => {
  const ana = await app.createPerson()
  const send = async (width: number) =>
    ana.call('POST', path, await imageForm('profileImage', { width }), 'a-key')
  expect((await send(90)).status).toBe(201)
  expect(await send(91)).toMatchObject({ status: 422, body: { code: 'key-reused' } })
})

test('refuses the key of an old upload whose image may be removed', async () => {
  const ana = await app.createPerson()
  const send = async () => ana.call('POST', path, await imageForm('profileImage'), 'a-key')
  expect((await send()).status).toBe(201)
  app.time.now += dayMs / 2
  expect(await send()).toMatchObject({ status: 422, body: { code: 'key-reused' } })
})
