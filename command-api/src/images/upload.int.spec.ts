import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { uploadResponse } from '@thirty/contracts/projects/api.ts'
import {
  maxScreenshotBytes,
  screenshotTooLarge,
  unusedImageLifetimeMs,
} from '@thirty/contracts/images/images.ts'
import sharp from 'sharp'
import { appForFile, appForTest } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeAll, expect, test } from 'vitest'
import { imageForm, imagesApp, uploadHead } from '@thirty/command-api/testing/images-app.ts'

const path = '/api/uploads/project-image'
const app = appForFile(imagesApp)
let ana: Awaited<ReturnType<typeof app.createPerson>>
let token: string
let png: Buffer
beforeAll(async () => {
  ana = await app.createPerson()
  token = app.tokenOf(ana.id)
  png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})

const multipart = 'multipart/form-data; boundary=edge'
const part = (disposition: string, content: Buffer | string = '') =>
  Buffer.concat([
    Buffer.from(`--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const end = Buffer.from('--edge--\r\n')

/** Sends a raw body, in chunks unless its length is declared. */
async function send(body: Buffer, { type = multipart, isLengthDeclared = true } = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': type,
    connection: 'close',
    ...(isLengthDeclared && { 'content-length': body.length }),
  }
  const sent = request({ port: app.http.port, path, method: 'POST', headers }).end(body)
  // Safe: the event has the response.
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, text: await textOf(response) }
}

test(
  'immediately refuses a form of 129 bytes that declares four billion fields',
  { timeout: 5_000 },
  async () => {
    const bomb = Buffer.concat([part('name="a[4294967294]"'), part('name="a[x]"', 'x')])
    expect((await send(Buffer.concat([bomb, end]))).status).toBe(400)
  },
)

const names = [
  '__proto__',
  'constructor[prototype][x]',
  'a'.repeat(5_000),
  `a${'[b]'.repeat(3_000)}`,
  'a[]',
  '',
]
test.for(names.map((name) => [name.slice(0, 30), name] as const))(
  'refuses a text field and a file named %j',
  async ([, name]) => {
    for (const suffix of ['', '; filename="a.png"']) {
      const { status, text } = await send(Buffer.concat([part(`name="${name}"${suffix}`, png), end]))
      expect([status, text]).toEqual([400, expect.stringContaining('"malformed"')])
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  },
)

const file = (content: Buffer | string = 'x') => part('name="projectImage"; filename="a.png"', content)
const faults: Record<string, () => Buffer> = {
  'ends within the file': () => file(png).subarray(0, -20),
  'has no end': () => file(png),
  'has another boundary than it declares': () =>
    Buffer.from(file(png).toString('latin1').replaceAll('edge', 'brim')),
  'is empty': () => Buffer.alloc(0),
  'has only an end boundary': () => end,
  'has a part without a name': () => Buffer.concat([part('filename="a.png"', png), end]),
  'has a part without headers': () => Buffer.concat([Buffer.from('--edge\r\n\r\nx\r\n'), end]),
  'has an endless header': () => Buffer.from(`--edge\r\nContent-Disposition: ${'x'.repeat(100_000)}`),
  'has a file that is empty': () => Buffer.concat([file(''), end]),
  'has a text field instead of the file': () => Buffer.concat([part('name="projectImage"', png), end]),
  'has two files': () => Buffer.concat([file(png), file(png), end]),
  'has twenty thousand parts': () =>
    Buffer.concat([...Array.from({ length: 20_000 }, () => part('name="a"')), end]),
}
test.for(Object.entries(faults))('a form that %s is refused with a readable message', async ([, body]) => {
  const before = (await ana.imageEvents()).length
  for (const isLengthDeclared of [true, false]) {
    const { status, text } = await send(body(), { isLengthDeclared })
    expect([400, 422]).toContain(status)
    // Every response of the API is a JSON object.
    expect((JSON.parse(text) as { message: string }).message).toMatch(/^[A-Z].*\.$|^Screenshot is required$/)
  }
  expect(await ana.imageEvents()).toHaveLength(before)
})

test.for(['', ' ', '; boundary=', '; boundary=""', '; charset=utf-8', `; boundary=${'b'.repeat(1_000)}`])(
  'refuses the content type multipart/form-data%s',
  async (rest) => {
    const { status } = await send(Buffer.concat([file(png), end]), { type: `multipart/form-data${rest}` })
    expect([400, 415, 422]).toContain(status)
  },
)

test.for(['../../a.js\0.png', 'a\r\nX-Evil: 1.png', '%00', '..\\..\\a.png', 'CON', 'x'.repeat(2_000)])(
  'a file named %j is stored under a random name or refused',
  async (name) => {
    const named = part(`name="projectImage"; filename="${name}"`, png)
    const { status, text } = await send(Buffer.concat([named, end]))
    expect(`${status} ${text}`).toMatch(/^(400|422|201 .*"imageUrl":"\/uploads\/[0-9a-f]{32}\.webp")/)
    expect(text).not.toContain('Evil')
  },
)

test('an empty file is refused at its field', async () => {
  const { text } = await send(Buffer.concat([file(''), end]))
  expect(JSON.parse(text)).toMatchObject({
    errors: { projectImage: 'This file is empty. Choose another one.' },
  })
})

test('an upload of undeclared size has the same size limit', async () => {
  const filled = (size: number) =>
    Buffer.concat([file(Buffer.concat([png, Buffer.alloc(size - png.length)])), end])
  const accepted = await send(filled(maxScreenshotBytes), { isLengthDeclared: false })
  expect(accepted.status).toBe(201)
  const { imageUrl, thumbnailUrl } = uploadResponse.parse(JSON.parse(accepted.text))
  expect(thumbnailUrl).toBe(imageUrl.replace('.webp', '-small.webp'))
  const { status, text } = await send(filled(maxScreenshotBytes + 1), { isLengthDeclared: false })
  expect([status, text]).toEqual([413, expect.stringContaining(screenshotTooLarge.message)])
})

test('a client that sends its whole body before it reads the response still sees the refusal', async () => {
  const size = 5_000_000
  const socket = connect(app.http.port, '127.0.0.1').pause()
  const head = uploadHead(token, size, 'Connection: close')
  await pipeline([head], socket, { end: false })
  for (let sent = 0; sent < size; sent += 100_000)
    await pipeline([Buffer.alloc(100_000)], socket, { end: false })
  expect(await textOf(socket)).toContain(screenshotTooLarge.message)
})

test('refuses an upload by its declared size before its body is sent', async () => {
  const socket = connect(app.http.port, '127.0.0.1')
  socket.once('end', () => socket.destroy())
  socket.write(uploadHead(token, 500_000_000))
  const [response] = await once(socket, 'data')
  expect(String(response)).toContain('HTTP/1.1 413')
})

const openFiles = '/proc/self/fd'
test.runIf(existsSync(openFiles))(
  'five hundred aborted uploads leave no open connections and no files',
  async () => {
    const head = Buffer.from(uploadHead(token, 1_000_000))
    const abortUpload = async (bytes: number) => {
      const socket = connect(app.http.port, '127.0.0.1').on('error', () => undefined)
      socket.write(Buffer.concat([head, file(Buffer.alloc(bytes))]), () => socket.destroy())
      await once(socket, 'close')
    }
    const countOpenFiles = async () => (await readdir(openFiles)).length
    await abortUpload(10)
    const [openBefore, eventsBefore] = [await countOpenFiles(), await ana.imageEvents()]
    for (let round = 0; round < 50; round += 1)
      await Promise.all(Array.from({ length: 10 }, (_, index) => abortUpload(index * 20_000)))
    // The server closes its sockets a little later.
    await expect.poll(countOpenFiles, { timeout: 10_000 }).toBeLessThanOrEqual(openBefore + 2)
    expect(await ana.imageEvents()).toEqual(eventsBefore)
    expect((await readdir(app.mediaFolder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect((await send(Buffer.concat([file(png), end]))).status).toBe(201)
  },
)

test('an upload is not read while earlier ones occupy the memory for uploads', async () => {
  const head = uploadHead(token, maxScreenshotBytes)
  const incomplete = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const socket = connect(app.http.port, '127.0.0.1').on('error', () => undefined)
      await new Promise<void>((resolve) => socket.write(head, () => resolve()))
      return socket
    }),
  )
  // Requests with a short answer, after which those above have been received, too.
  for (let count = 0; count < 5; count += 1) await ana.call('DELETE', '/api/uploads/profile-image')
  let status: number | undefined
  const upload = send(Buffer.concat([file(png), end])).then((response) => (status = response.status))
  for (let count = 0; count < 300; count += 1) await ana.call('DELETE', '/api/uploads/profile-image')
  expect(status).toBeUndefined()
  for (const socket of incomplete) socket.destroy()
  expect(await upload).toBe(201)
})

test('limits uploads to ten per hour and user, screenshots and profile images together', async () => {
  const limited = await appForTest(imagesApp({ areLimitsOn: true }))
  const ben = await limited.createPerson()
  for (let round = 0; round < 5; round += 1)
    await Promise.all([ben.uploadScreenshot(), ben.uploadProfileImage()])
  for (const [address, field] of [
    [path, 'projectImage'],
    ['/api/uploads/profile-image', 'profileImage'],
  ] as const)
    expect((await ben.call('POST', address, await imageForm(field))).status).toBe(429)
  const cleo = await limited.createPerson()
  expect((await cleo.call('POST', path, await imageForm('projectImage'))).status).toBe(201)
})

test('a repeated upload answers with the same image for half a day, and is refused before the cleanup may remove it', async () => {
  const other = await appForTest(imagesApp())
  const { id } = await other.createPerson()
  const upload = async () => {
    const response = await fetch(`http://127.0.0.1:${other.http.port}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${other.tokenOf(id)}`, 'Idempotency-Key': 'a-screenshot' },
      body: await imageForm('projectImage'),
    })
    return { status: response.status, body: (await response.json()) as object }
  }
  const first = await upload()
  other.time.now += unusedImageLifetimeMs / 2 - 1_000
  expect(await upload()).toEqual(first)
  other.time.now += 1_000
  expect((await upload()).body).toMatchObject({ code: 'key-reused' })
})
