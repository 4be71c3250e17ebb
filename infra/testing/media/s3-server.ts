import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { hasValidSignature } from './s3-signature.ts'

/** The only key that the storage of our specs knows. */
export const testCredentials = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** `stop` leaves the pictures for a storage after it, `discard` does not. */
export type S3Server = {
  endpoint: string
  directory: string
  stop: () => Promise<void>
  discard: () => Promise<void>
}

/**
 * An S3 storage for specs, in a directory of its own or in that of one before it. S3rver checks signatures too, but
 * leaves out the slash behind a bucket, so that no call about a bucket would ever pass: we check them in front of it.
 */
export async function startS3Server({ directory = '', port = 0 } = {}): Promise<S3Server> {
  const folder = directory || (await mkdtemp(join(tmpdir(), 'thirty-s3-')))
  const options = { silent: true, directory: folder, vhostBuckets: false, allowMismatchedSignatures: true }
  const handle = new S3rver(options).callback()
  const server = await startHttpServer((request, response) => {
    if (hasValidSignature(request, testCredentials.secretAccessKey)) return handle(request, response)
    request.resume()
    response
      .writeHead(403, { 'content-type': 'application/xml' })
      .end('<Error><Code>SignatureDoesNotMatch</Code><Message>No.</Message></Error>')
  }, port)
  const stop = () => stopHttpServer(server)
  const discard = async () => {
    await stop()
    await rm(folder, { recursive: true })
  }
  return { endpoint: urlOf(server), directory: folder, stop, discard }
}

/** A server of this machine that answers as it is told. */
export async function startHttpServer(answer: RequestListener, port = 0): Promise<Server> {
  const server = createServer(answer).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

export function stopHttpServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

// A server that listens on a port has an address with one.
export const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
