import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { hasValidSignature } from './s3-signature.ts'

/** The only key that the test storage accepts. */
export const testCredentials = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** `stop` keeps the images for a later storage, `discard` deletes them. */
export type S3Server = {
  endpoint: string
  directory: string
  stop: () => Promise<void>
  discard: () => Promise<void>
}

/**
 * Starts an S3 storage for specs, in a new directory or in that of an earlier one. S3rver checks signatures too, but
 * omits the slash after a bucket, so no request for a bucket would pass: this server checks them instead.
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

/** Starts an HTTP server on this machine. */
export async function startHttpServer(handler: RequestListener, port = 0): Promise<Server> {
  const server = createServer(handler).listen(port, '127.0.0.1')
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
