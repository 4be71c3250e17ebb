import { createServer, type Server } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '../config/config-error.ts'
import { listen as listenLocally } from '@thirty/infra/testing/listening.ts'
import { listen } from './listen.ts'

function newServer(): Server {
  const server = createServer()
  onTestFinished(() => void server.close())
  return server
}

test('names the variable of a port that is in use', async () => {
  const port = await listenLocally(newServer())
  const failing = listen(newServer(), port, '127.0.0.1')
  await expect(failing).rejects.toThrow(ConfigError)
  await expect(failing).rejects.toThrow(`PORT ${port} is in use on 127.0.0.1`)
})

test('names the variable of an address of another machine', async () => {
  await expect(listen(newServer(), 0, '192.0.2.1')).rejects.toThrow(
    'HOST 192.0.2.1 is not an address of this machine.',
  )
})
