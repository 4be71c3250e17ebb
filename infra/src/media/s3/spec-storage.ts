import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { isSigned } from './signature.ts'

/** The only key that the storage of our specs knows. */
export const specKey = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** `stop` leaves the pictures for a storage after it, `discard` does not. */
export type SpecStorage = {
  endpoint: string
  directory: string
  stop: () => Promise<void>
  discard: () => Promise<void>
}

/**
 * An S3 storage for specs, in a directory of its own or in that of one before it. S3rver checks signatures too, but
 * leaves out the slash behind a bucket, so that no call about a bucket would ever pass: we check them in front of it.
 */
export async function startStorage({ directory = '', port = 0 } = {}): Promise<SpecStorage> {
  const folder = directory || (await mkdtemp(join(tmpdir(), 'thirty-s3-')))
  const options = { silent: true, directory: folder, vhostBuckets: false, allowMismatchedSignatures: true }
  const handle = new S3rver(options).callback()
  const server = await listening((request, response) => {
    if (isSigned(request, specKey.secretAccessKey)) return handle(request, response)
    request.resume()
    response
      .writeHead(403, { 'content-type': 'application/xml' })
      .end('<Error><Code>SignatureDoesNotMatch</Code><Message>No.</Message></Error>')
  }, port)
  const stop = () => ended(server)
  const discard = async () => {
    await stop()
    await rm(folder, { recursive: true })
  }
  return { endpoint: addressOf(server), directory: folder, stop, discard }
}

/** A server of this machine that answers as it is told. */
export async function listening(answer: RequestListener, port = 0): Promise<Server> {
  const server = createServer(answer).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

export function ended(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

// A server that listens on a port has an address with one.
export const addressOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`
