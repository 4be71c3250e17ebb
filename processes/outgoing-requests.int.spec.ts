import { createServer, Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { projectFields, multipartForm, onePixelPng } from './testing/scenario.ts'
import { startTestProduct, type TestProduct } from './testing/product.ts'

// The tests start a whole product with embedded stores.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.close())

/** Starts a server that must receive no connection. */
async function startCanary() {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : undefined
  return { address: `http://127.0.0.1:${port}`, connections: () => connections }
}

test('the server never requests an address that users enter', async () => {
  const { address, connections } = await startCanary()
  const targets: unknown[] = []
  const connect = Socket.prototype.connect
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given: unknown[]) {
    targets.push(given.flat()[0])
    // Passes the arguments on to the original method.
    return Reflect.apply(connect, this, given) as Socket
  })
  const [ana, ben, admin] = [await product.participant(), await product.participant(), await product.admin()]
  const ask = async (token: string, method: string, path: string, body?: unknown) => {
    const { status, text } = await product.ask({ method, path, token, body })
    if (status >= 300) throw new Error(`${method} ${path} was refused: ${status} ${text}`)
    return text
  }
  const links = [`${address}/a`, 'http://169.254.169.254/latest/meta-data/', 'http://[::1]:1/']
  for (const [at, link] of links.entries()) {
    const project = { ...projectFields(ana), liveLink: link, repoLink: link, description: link, day: at + 1 }
    await ask(ana.token, 'POST', '/api/projects', project)
  }
  await ask(ana.token, 'PUT', '/api/auth/profile', { website: links[0], bio: links[1] })
  await ask(ana.token, 'POST', '/api/auth/bookmarks', { urls: links })
  await ask(ben.token, 'POST', '/api/community/discussions', { title: links[0], text: links[1] })
  await ask(ben.token, 'POST', `/api/projects/r1-d1-${ana.id}/comments`, { text: links[0] })
  await ask(admin.token, 'PUT', `/api/projects/r1-d1-${ana.id}`, { status: 'rejected', reason: links[0] })
  const { body, headers } = multipartForm('projectImage', onePixelPng)
  const upload = { method: 'POST', path: '/api/uploads/project-image', token: ana.token, body, headers }
  expect((await product.ask(upload)).status).toBe(201)
  expect(await ask(admin.token, 'GET', '/api/projects/all')).toContain('169.254.169.254')
  expect(await ask(ben.token, 'GET', '/api/community/discussions')).toContain(address)

  const ownPort = Number(new URL(product.address).port)
  const ports = targets.map((target) =>
    typeof target === 'object' && target !== null && 'port' in target ? target.port : target,
  )
  expect(ports.filter((port) => Number(port) !== ownPort)).toEqual([])
  expect(ports.length).toBeGreaterThan(0)
  expect(connections()).toBe(0)
})
