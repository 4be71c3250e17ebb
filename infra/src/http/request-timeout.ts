import type { IncomingMessage, ServerResponse } from 'node:http'

/** Milliseconds within which a request must have arrived. */
export const requestTimeoutMs = 30_000
/** The same for a request with a large file as its body, which gets 15 minutes. */
export const longRequestTimeoutMs = 900_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Refuses a request with 408 whose body has not arrived within half a minute, and closes its connection. */
export function limitRequestTime(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && Number(length) === 0) return
  const refuse = () => {
    if (request.complete) return
    if (response.headersSent) return void request.destroy()
    response.writeHead(408, { Connection: 'close' }).end(() => request.destroy())
  }
  const timer = setTimeout(refuse, requestTimeoutMs).unref()
  timers.set(request, timer)
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/** Gives a request the time that a large file needs. The server closes its connection after `longRequestTimeoutMs`. */
export function allowLongRequest(request: IncomingMessage): void {
  clearTimeout(timers.get(request))
}
