import type { IncomingMessage } from 'node:http'

/**
 * Where a handshake comes from. `own`: a page of ours. `foreign`: a page of somebody else, which must hear nothing,
 * whatever it says. `none`: no page at all, since browsers name theirs on every websocket.
 */
export type HandshakeOrigin = 'own' | 'foreign' | 'none'

/**
 * Judges the Origin header, which Socket.IO's `cors` option does not check for websockets. Without the request, which is
 * kept no longer than it takes to come in, there is no page.
 */
export function classifyOrigin(request: IncomingMessage | undefined, publicUrl: URL): HandshakeOrigin {
  if (request === undefined) return 'none'
  const { origin, host } = request.headers
  // Browsers leave Origin away on a same-origin GET, as polling makes them, but then they say that it is one.
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'same-origin' ? 'own' : 'none'
  if (origin === publicUrl.origin) return 'own'
  if (!URL.canParse(origin)) return 'foreign'
  // The installation may be reached under a second name, as 127.0.0.1 for localhost.
  const url = new URL(origin)
  return /^https?:$/.test(url.protocol) && url.host === host ? 'own' : 'foreign'
}
