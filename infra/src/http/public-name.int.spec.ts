import express from 'express'
import { expect, test } from 'vitest'
import { serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import { redirectToPublicName } from './public-name.ts'

/** Starts a server with a public origin. Returns what asks it under any `Host`. */
async function setUp(publicName: string) {
  let origin = ''
  const app = express()
  app.get('/{*page}', (...all) => redirectToPublicName(origin)(...all))
  app.get('/{*page}', (_request, response) => void response.send('the page'))
  const { port, request } = await serverOfTest(app)
  origin = publicName.replace('PORT', `${port}`)
  return async (host: string, path = '/admin/login?a=1') => {
    const { status, headers } = await request(path, { headers: { host: host.replace('PORT', `${port}`) } })
    return [status, headers.location?.replace(`${port}`, 'PORT')]
  }
}

test.each(['127.0.0.1:PORT', '127.0.0.2:PORT', '[::1]:PORT'])(
  'a page at %s leads to the public name',
  async (host) => {
    const ask = await setUp('http://localhost:PORT')
    expect(await ask(host)).toEqual([302, 'http://localhost:PORT/admin/login?a=1'])
    expect(await ask(host, '//evil.example/x')).toEqual([302, 'http://localhost:PORT//evil.example/x'])
  },
)

test.each([
  'localhost:PORT',
  'LOCALHOST:PORT',
  // Another port is another server in front, such as that of a container.
  '127.0.0.1:1',
  'localhost:1',
  'thirty.example:PORT',
  '127.0.0.1.evil.example:PORT',
  'evil.example/@127.0.0.1:PORT',
])('a page at %s is answered there', async (host) => {
  const ask = await setUp('http://localhost:PORT')
  expect(await ask(host)).toEqual([200, undefined])
})

test('a public address on the internet redirects nobody: health checks and proxies ask under names of this machine', async () => {
  const ask = await setUp('https://thirty.example')
  expect(await ask('127.0.0.1:PORT')).toEqual([200, undefined])
})
