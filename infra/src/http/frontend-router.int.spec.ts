import { startExampleApp } from '@thirty/infra/testing/http/example-app.ts'
import { expect, test } from 'vitest'

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
