import { createECDH, randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { webhookSecretResponse } from '@thirty/contracts/webhooks/api.ts'
import { publicLookup } from '@thirty/infra/push/public-lookup.ts'
import { startCanary } from '@thirty/infra/testing/canary.ts'
import { expect, test, vi } from 'vitest'
import { productForFile } from './testing/product.ts'
import { multipartForm, onePixelPng } from './testing/fixtures.ts'

const product = productForFile()

test('the server requests no address that users enter, except push services and webhooks on the public internet', async () => {
  const { port, connections } = await startCanary()
  const address = `http://127.0.0.1:${port}`
  const targets: unknown[] = []
  const connect = Socket.prototype.connect
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given: unknown[]) {
    targets.push(given.flat()[0])
    // Passes the arguments on to the original method.
    return Reflect.apply(connect, this, given) as Socket
  })
  const [ana, ben, admin] = [await product.participant(), await product.participant(), await product.admin()]
  const links = [`${address}/a`, 'http://169.254.169.254/latest/meta-data/', 'http://[::1]:1/']
  for (const link of links)
    await product.submitProject(ana, undefined, { liveLink: link, repoLink: link, description: link })
  // The resolver answers with this machine for names below localhost.
  const endpoint = 'https://push.localhost/a-browser'
  await product.send(ana, 'PUT /api/push/subscription', { endpoint, keys: browserKeys() })
  await product.send(ana, 'PUT /api/auth/profile', { website: links[0], bio: links[1] })
  await product.send(ana, 'POST /api/auth/bookmarks', { urls: links })
  await product.send(ben, 'POST /api/community/discussions', { title: links[0], text: links[1] })
  await product.send(ben, `POST /api/projects/r1-d1-${ana.id}/comments`, { text: links[0] })
  await product.send(admin, `PUT /api/projects/r1-d1-${ana.id}`, { status: 'rejected', reason: links[0] })
  const given = { address: `http://hooks.localhost:${port}/`, types: ['project.submitted'] }
  const { webhook } = webhookSecretResponse.parse(
    await product.send(admin, 'POST /api/admin/webhooks', given),
  )
  await product.send(admin, `POST /api/admin/webhooks/${webhook}/ping`)
  const byName = () => targets.map(namedTarget).filter((target) => target !== undefined)
  // Checked by the lookup before anything is sent.
  const lookup = publicLookup
  await expect.poll(byName, { timeout: 20_000 }).toEqual([
    { host: 'push.localhost', port: 443, lookup },
    { host: 'hooks.localhost', port, lookup },
  ])
  const { body, headers } = multipartForm('projectImage', onePixelPng)
  await product.send(ana, 'POST /api/uploads/project-image', body, headers)
  expect(JSON.stringify(await product.send(admin, 'GET /api/projects/all'))).toContain('169.254.169.254')
  expect(JSON.stringify(await product.send(ben, 'GET /api/community/discussions'))).toContain(address)

  const ownPort = Number(new URL(product.address).port)
  const ports = targets.filter((target) => namedTarget(target) === undefined).map(portOf)
  expect(ports.filter((port) => Number(port) !== ownPort)).toEqual([])
  expect(ports.length).toBeGreaterThan(0)
  expect(connections()).toBe(0)
})

const portOf = (target: unknown): unknown =>
  typeof target === 'object' && target !== null && 'port' in target ? target.port : target

/** Returns where a connection to a push service or a webhook goes, and the function that resolves its name. */
function namedTarget(target: unknown): object | undefined {
  const isTarget = typeof target === 'object' && target !== null && 'host' in target && 'lookup' in target
  if (!isTarget || !['push.localhost', 'hooks.localhost'].includes(String(target.host))) return undefined
  return { host: target.host, port: portOf(target), lookup: target.lookup }
}

function browserKeys() {
  const key = createECDH('prime256v1')
  key.generateKeys()
  return { p256dh: key.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}
