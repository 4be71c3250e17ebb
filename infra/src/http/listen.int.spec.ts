import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '../config/config-error.ts'
import { listen } from './listen.ts'

function newServer(): Server {
  const server = createServer()
  onTestFinished(() => void server.close())
  return server
}

test('names the variable of a port that is in use', async () => {
  const first = newServer()
  await listen(first, 0, '127.0.0.1')
  // A server that listens on a port has an address with one.
  const { port } = first.address() as AddressInfo
  const failing = listen(newServer(), port, '127.0.0.1')
  await expect(failing).rejects.toThrow(ConfigError)
  await expect(failing).rejects.toThrow(`PORT ${port} is in use on 127.0.0.1`)
})

test('names the variable of an address of another machine', async () => {
  await expect(listen(newServer(), 0, '192.0.2.1')).rejects.toThrow(
    'HOST 192.0.2.1 is not an address of this machine.',
  )
})
