import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listening.ts'
import { startTcpProxy } from './tcp-proxy.ts'

test.each([
  ['hung after it had connected', false],
  ['hung before', true],
])(
  'a server receives what a caller sent who has given up since, if the proxy %s',
  async (_when, isBefore) => {
    const received = Promise.withResolvers<string>()
    let isPassedOn = false
    const server = createServer((socket) => {
      socket.on('data', () => (isPassedOn = true))
      void text(socket).then(received.resolve)
    })
    const proxy = await startTcpProxy({ target: await listen(server) })
    onTestFinished(async () => {
      await proxy.stop()
      server.close()
    })
    if (isBefore) proxy.hang()
    const caller = connect(proxy.port, '127.0.0.1')
    await once(caller, 'connect')
    proxy.hang()
    caller.write('late')
    await pause(50)
    caller.destroy()
    await pause(50)
    expect(isPassedOn).toBe(false)
    proxy.goOn()
    expect(await received.promise).toBe('late')
  },
)
