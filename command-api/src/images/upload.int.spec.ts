import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { maxScreenshotBytes, screenshotTooLargeMessage } from '@thirty/contracts/api/projects/projects.ts'
import sharp, { type SharpOptions } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { imageForm, imagesApp } from '@thirty/command-api/testing/images-app.ts'

type App = Awaited<ReturnType<typeof imagesApp>>
type Person = Awaited<ReturnType<App['person']>>

const path = '/api/uploads/project-image'
let app: App
let ana: Person
let token: string
let png: Buffer
beforeAll(async () => {
  app = await imagesApp()
  ana = await app.person()
  token = app.tokenOf(ana.id)
  png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})
afterAll(() => app.close())

const multipart = 'multipart/form-data; boundary=edge'
const part = (disposition: string, content: Buffer | string = '') =>
  Buffer.concat([
    Buffer.from(`--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const end = Buffer.from('--edge--\r\n')

/** Sends bytes as they are. Without a length they go in pieces, as somebody sends who does not know how many come. */
function send(body: Buffer, { type = multipart, isLengthSaid = true } = {}) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': type,
      connection: 'close',
      ...(isLengthSaid && { 'content-length': body.length }),
    }
    const sent = request({ port: app.http.port, path, method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

test(
  'a form of 129 bytes that asks for four billion fields is refused at once',
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
  'a text field called %j is refused, and so is a file',
  async ([, name]) => {
    for (const more of ['', '; filename="a.png"']) {
      const { status, text } = await send(Buffer.concat([part(`name="${name}"${more}`, png), end]))
      expect([status, text]).toEqual([400, expect.stringContaining('"malformed"')])
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  },
)

const file = (content: Buffer | string = 'x') => part('name="projectImage"; filename="a.png"', content)
const faults: Record<string, () => Buffer> = {
  'ends inside of the file': () => file(png).subarray(0, -20),
  'has no end': () => file(png),
  'has another boundary than it said': () =>
    Buffer.from(file(png).toString('latin1').replaceAll('edge', 'brim')),
  'is empty': () => Buffer.alloc(0),
  'is an end without a beginning': () => end,
  'has a part without a name': () => Buffer.concat([part('filename="a.png"', png), end]),
  'has a part without a head': () => Buffer.concat([Buffer.from('--edge\r\n\r\nx\r\n'), end]),
  'has a head that never ends': () => Buffer.from(`--edge\r\nContent-Disposition: ${'x'.repeat(100_000)}`),
  'has a file that is empty': () => Buffer.concat([file(''), end]),
  'has a field in place of the file': () => Buffer.concat([part('name="projectImage"', png), end]),
  'has two files': () => Buffer.concat([file(png), file(png), end]),
  'has twenty thousand parts': () =>
    Buffer.concat([...Array.from({ length: 20_000 }, () => part('name="a"')), end]),
}
test.for(Object.entries(faults))('a form that %s is refused with a sentence', async ([, body]) => {
  const before = (await ana.imageEvents()).length
  for (const isLengthSaid of [true, false]) {
    const { status, text } = await send(body(), { isLengthSaid })
    expect([400, 422]).toContain(status)
    // Every answer of the product is a JSON object.
    expect((JSON.parse(text) as { message: string }).message).toMatch(/^[A-Z].*\.$|^Screenshot is required$/)
  }
  expect(await ana.imageEvents()).toHaveLength(before)
})

test.for(['', ' ', '; boundary=', '; boundary=""', '; charset=utf-8', `; boundary=${'b'.repeat(1_000)}`])(
  'multipart/form-data%s is refused',
  async (rest) => {
    const { status } = await send(Buffer.concat([file(png), end]), { type: `multipart/form-data${rest}` })
    expect([400, 415, 422]).toContain(status)
  },
)

test.for(['../../a.js\0.png', 'a\r\nX-Evil: 1.png', '%00', '..\\..\\a.png', 'CON', 'x'.repeat(2_000)])(
  'whatever a file is called (%j), it is stored under a name of ours or not at all',
  async (name) => {
    const { status, text } = await send(
      Buffer.concat([part(`name="projectImage"; filename="${name}"`, png), end]),
    )
    expect(status === 201 ? text : status).toSatisfy(
      (answer) =>
        answer === 400 || answer === 422 || /"imageUrl":"\/uploads\/[0-9a-f]{32}\.webp"/.test(String(answer)),
    )
    expect(text).not.toContain('Evil')
  },
)

test('what does not say how large it is has the same limit', async () => {
  const filled = (size: number) =>
    Buffer.concat([file(Buffer.concat([png, Buffer.alloc(size - png.length)])), end])
  expect((await send(filled(maxScreenshotBytes), { isLengthSaid: false })).status).toBe(201)
  const { status, text } = await send(filled(maxScreenshotBytes + 1), { isLengthSaid: false })
  expect([status, text]).toEqual([413, expect.stringContaining(screenshotTooLargeMessage)])
})

const openFiles = '/proc/self/fd'
test.runIf(existsSync(openFiles))(
  'five hundred uploads that break off leave nothing open and nothing behind',
  async () => {
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      `Content-Type: ${multipart}`,
      'Content-Length: 1000000',
      '\r\n',
    ].join('\r\n')
    const breakOff = (bytes: number) =>
      new Promise<void>((resolve) => {
        const socket = connect(app.http.port, '127.0.0.1', () => {
          socket.write(Buffer.concat([Buffer.from(head), file(Buffer.alloc(bytes))]), () => socket.destroy())
        })
        socket.on('error', () => undefined)
        socket.on('close', () => resolve())
      })
    const open = async () => (await readdir(openFiles)).length
    await breakOff(10)
    const [before, told] = [await open(), await ana.imageEvents()]
    for (let time = 0; time < 50; time += 1)
      await Promise.all(Array.from({ length: 10 }, (_, at) => breakOff(at * 20_000)))
    // The other end closes a little later.
    await expect.poll(open, { timeout: 10_000 }).toBeLessThanOrEqual(before + 2)
    expect(await ana.imageEvents()).toEqual(told)
    expect((await readdir(app.mediaFolder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect((await send(Buffer.concat([file(png), end]))).status).toBe(201)
  },
)

test('twenty large pictures at once are all taken, and nobody else waits for them', async () => {
  // The types want a background, which noise has none of.
  const noise = { width: 1_200, height: 900, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 20 } }
  const photo = Buffer.from(
    await sharp({ create: noise } as SharpOptions)
      .jpeg({ quality: 80 })
      .toBuffer(),
  )
  const form = new FormData()
  form.append('projectImage', new Blob([photo]), 'a.jpg')
  const people = await Promise.all(Array.from({ length: 20 }, () => app.person()))
  const order: string[] = []
  const uploads = people.map(async (one) => {
    const answer = await one.call('POST', path, form)
    order.push('upload')
    return answer
  })
  const others = async () => {
    for (let time = 0; time < 20; time += 1) {
      expect((await ana.call('DELETE', '/api/uploads/profile-image')).status).toBe(200)
      order.push('other')
    }
  }
  const [answers] = await Promise.all([Promise.all(uploads), others()])
  expect(countStatuses(answers)).toEqual({ 201: 20 })
  // One call after the other, each of them behind a queue of pictures if there were one queue.
  expect(order.lastIndexOf('other')).toBeLessThan(order.lastIndexOf('upload'))
})

test('the eleventh upload of an hour has to wait, of whatever kind it is', async () => {
  const limited = await imagesApp((media) => media, { areLimitsOn: true })
  const ben = await limited.person()
  for (let time = 0; time < 5; time += 1) await Promise.all([ben.screenshot(), ben.profileImage()])
  for (const [address, field] of [
    [path, 'projectImage'],
    ['/api/uploads/profile-image', 'profileImage'],
  ] as const)
    expect((await ben.call('POST', address, await imageForm(field))).status).toBe(429)
  const cleo = await limited.person()
  expect((await cleo.call('POST', path, await imageForm('projectImage'))).status).toBe(201)
  await limited.close()
})
