import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * True if the request has a valid AWS signature (version 4) over its method, path, query, signed headers and the hash
 * of its body. For the test storage.
 */
export function hasValidSignature(request: IncomingMessage, secret: string): boolean {
  const pattern =
    /Credential=[^/]+\/(?<scope>[^,]+), SignedHeaders=(?<names>[^,]+), Signature=(?<signature>\w+)/
  const {
    scope = '',
    names = '',
    signature,
  } = pattern.exec(request.headers.authorization ?? '')?.groups ?? {}
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical(request, names))]
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`)
  return hmac(key, text.join('\n')).toString('hex') === signature
}

function canonical({ method, url = '/', headers }: IncomingMessage, names: string): string {
  const [path, query = ''] = url.split('?')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  return [
    method,
    path,
    query.split('&').sort().join('&'),
    signed.join(''),
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
