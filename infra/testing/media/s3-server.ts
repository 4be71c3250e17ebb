import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { closeServer, listen } from '../listening.ts'

/** The only key that the test storage accepts. */
export const testCredentials = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/**
 * Starts an S3 storage for specs, in a new directory or in that of an earlier one. S3rver omits the slash after a bucket when it
 * checks signatures, so no request for a bucket would pass: this server asks for the id of the key instead. `stop` keeps the images for
 * a later storage, `discard` deletes them.
 */
export async function startS3Server({ directory = '', port = 0 } = {}) {
  const folder = directory || (await mkdtemp(join(tmpdir(), 'thirty-s3-')))
  const options = { silent: true, directory: folder, vhostBuckets: false, allowMismatchedSignatures: true }
  const handle = new S3rver(options).callback()
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers
    if (authorization.includes(`Credential=${testCredentials.accessKeyId}/`)) return handle(request, response)
    request.resume()
    response
      .writeHead(403, { 'content-type': 'application/xml' })
      .end('<Error><Code>InvalidAccessKeyId</Code><Message>No.</Message></Error>')
  })
  const endpoint = `http://127.0.0.1:${await listen(server, port)}`
  const stop = () => closeServer(server)
  const discard = async () => {
    await stop()
    await rm(folder, { recursive: true })
  }
  return { endpoint, directory: folder, stop, discard }
}
