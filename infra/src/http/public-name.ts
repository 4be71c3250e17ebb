import type { RequestHandler } from 'express'
import { isOnThisMachine } from '../config/engine-address.ts'

/**
 * Redirects pages that are requested under another name of this machine, such as `127.0.0.1` in place of `localhost`, to the public
 * address: passkeys, sign-in providers and the session of the browser belong to that name. Only names of this machine at the same port
 * are redirected, and only to the configured origin, so that no `Host` leads anywhere else.
 */
export function redirectToPublicName(origin: string): RequestHandler {
  const publicUrl = new URL(origin)
  return (request, response, next) => {
    if (!isOtherName(request.headers.host, publicUrl)) return next()
    response.set('Cache-Control', 'no-store').redirect(302, `${origin}${request.originalUrl}`)
  }
}

function isOtherName(host: string | undefined, publicUrl: URL): boolean {
  if (host === undefined || !URL.canParse(`${publicUrl.protocol}//${host}`)) return false
  const { hostname, port } = new URL(`${publicUrl.protocol}//${host}`)
  const areBothHere =
    isOnThisMachine({ hosts: [hostname] }) && isOnThisMachine({ hosts: [publicUrl.hostname] })
  return areBothHere && hostname !== publicUrl.hostname && port === publicUrl.port
}
