import { get } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { httpServer, listen, stopListening } from './listen.ts'

const here = { host: '127.0.0.1', port: 0 }

test('a port that is taken is said to be', async () => {
  const first = httpServer()
  const port = await listen(first, here)
  onTestFinished(() => stopListening(first))
  await expect(listen(httpServer(), { ...here, port })).rejects.toThrow('EADDRINUSE')
})

test('a request under way is finished before the end; no new one is taken', async () => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  let finish: () => void = () => undefined
  const server = httpServer((_request, response) => {
    finish = () => response.end('done')
    asked()
  })
  const port = await listen(server, here)
  const answer = fetch(`http://127.0.0.1:${port}/`)
  await isAsked
  const isStopped = stopListening(server)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  finish()
  expect(await (await answer).text()).toBe('done')
  await isStopped
})

test('a request that never ends does not keep the process', async () => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  const server = httpServer(() => asked())
  const port = await listen(server, here)
  const isCut = new Promise((resolve) => get({ host: '127.0.0.1', port }).on('error', resolve))
  await isAsked
  await stopListening(server, 20)
  expect(await isCut).toBeInstanceOf(Error)
})
