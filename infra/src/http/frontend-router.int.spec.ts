import { startExampleApp } from '@thirty/infra/testing/http/example-app.ts'
import { expect, test } from 'vitest'
import express from 'express'
import { serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import { redirectToPublicName } from './frontend-router.ts'

test('a page does not wait for a head that cannot be found in time', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const app = await startExampleApp({ headOf: async () => promise })
  const startedAt = performance.now()
  const { status, text } = await app.request('/project/p1')
  expect([status, text.includes('<div id="root"')]).toEqual([200, true])
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  resolve(undefined)
})

test.each([
  ['/things/a', {}, 'en', '/things/a'],
  ['/things/a', { 'accept-language': 'de' }, 'de', '/things/a'],
  ['/things/a', { cookie: 'language=de' }, 'de', '/things/a'],
  ['/things/a?language=de', {}, 'de', '/things/a?language=de'],
  ['/things/a?language=en', { 'accept-language': 'de' }, 'en', '/things/a?language=en'],
  ['/things/a?language=en-XA', {}, 'en', '/things/a'],
  ['/things/a?language="><b>', {}, 'en', '/things/a'],
])('the head of %s with the headers %j is in the language %s', async (path, headers, language, url) => {
  const head = { site: 'Site', description: 'Text', image: '/card.png' }
  const app = await startExampleApp({
    headOf: async (_request, inLanguage) => ({ ...head, title: `In ${inLanguage}` }),
  })
  const response = await app.request('/other' + path, { headers })
  expect(response.text).toContain(`content="In ${language}"`)
  expect(response.text).toMatch(new RegExp(`og:url" content="[^"]*/other${url.replace('?', '\\?')}"`))
  // Caches must not give the page of one reader to another one.
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    vary: 'Accept-Encoding, Accept-Language, Cookie',
  })
})

test('the language of a link does not change the page of its reader, nor which file it has', async () => {
  const app = await startExampleApp({})
  const { text, headers } = await app.request('/form?new=true&language=de')
  expect(text).toContain('new.html')
  expect(headers['content-language']).toBe('en')
})

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
