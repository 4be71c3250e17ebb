import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { uploadResponse } from '@thirty/contracts/projects/api.ts'
import { screenshotTooLarge } from '@thirty/contracts/images/images.ts'
import sharp from 'sharp'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeAll, expect, test } from 'vitest'
import { commandApp } from '@thirty/command-api/testing/test-app.ts'
import { uploadHead } from '@thirty/command-api/testing/images-app.ts'
import { ana } from '@thirty/command-api/testing/people.ts'

let png: Buffer<ArrayBuffer>

const app = appForFile(commandApp)
beforeAll(async () => {
  const create = { width: 900, height: 600, channels: 3 as const, background: 'teal' }
  png = Buffer.from(await sharp({ create }).png().toBuffer())
})

const formWith = (content: Buffer<ArrayBuffer>, { field = 'projectImage', name = 'shot.png' } = {}) => {
  const form = new FormData()
  form.append(field, new Blob([content], { type: 'image/png' }), name)
  return form
}
const upload = (body: unknown) =>
  app.http.call('POST', '/api/uploads/project-image', body, { token: app.tokenOf(ana) })

const readStored = async (name: string) => {
  const image = await app.media.open(name)
  return image ? buffer(image.content) : undefined
}

test('an upload becomes an image of its uploader, with a thumbnail', async () => {
  const { status, body } = await upload(formWith(png))
  expect(status).toBe(201)
  const { imageUrl, thumbnailUrl } = uploadResponse.parse(body)
  const name = imageUrl.replace('/uploads/', '')
  expect(app.imageNames.isUploadedBy(name, ana)).toBe(true)
  expect(thumbnailUrl).toBe(imageUrl.replace('.webp', '-small.webp'))
  const [full, thumbnail] = await Promise.all([
    readStored(name),
    readStored(name.replace('.webp', '-small.webp')),
  ])
  expect(await sharp(full).metadata()).toMatchObject({ format: 'webp', width: 900 })
  expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 640 })
})

test('a client that sends its whole body before it reads the response still sees the refusal', async () => {
  const size = 5_000_000
  const socket = connect(app.http.port, '127.0.0.1').pause()
  const head = uploadHead(app.tokenOf(ana), size, 'Connection: close')
  await pipeline([head], socket, { end: false })
  for (let sent = 0; sent < size; sent += 100_000)
    await pipeline([Buffer.alloc(100_000)], socket, { end: false })
  expect(await text(socket)).toContain(screenshotTooLarge.message)
})

test('refuses an upload by its declared size before its body is sent', async () => {
  const response = await new Promise<string>((resolve, reject) => {
    const socket = connect(app.http.port, '127.0.0.1', () => {
      socket.write(uploadHead(app.tokenOf(ana), 500_000_000))
    })
    socket.once('data', (data) => resolve(data.toString()))
    socket.once('error', reject)
    socket.once('end', () => socket.destroy())
  })
  expect(response).toContain('HTTP/1.1 413')
})

test('refuses a form with an empty file, with an error at its field', async () => {
  expect(await upload(formWith(Buffer.alloc(0)))).toMatchObject({
    status: 422,
    body: { errors: { projectImage: 'This file is empty. Choose another one.' } },
  })
})
