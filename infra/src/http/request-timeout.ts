// Limits how long a request may take to arrive: half a minute, so that slow senders cannot occupy the server, and longer for a file that
// makes progress. In half a minute a screenshot of 2 MB needs a line of 63 kB a second; slower lines cut it off without a message. So the
// functions with which endpoints read a file (such as `rawBodyOf`) call `allowUpload`. Bytes are counted at the socket, and nothing is
// refused while the server itself does not read. An upload may hold its share of the memory for nine minutes; ten uploads an hour and
// account bound that. A proxy in front must give bodies a quarter of an hour.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Problem } from '@thirty/contracts/endpoints/responses.ts'
import { statusByCode } from '@thirty/contracts/endpoints/refusals.ts'
import { onWire, say, type Text } from '@thirty/contracts/texts/text.ts'

/** Milliseconds within which a request must have arrived. */
export const requestTimeoutMs = 30_000
/** The same for a request with a large file as its body, which gets 15 minutes. */
export const longRequestTimeoutMs = 900_000
/** Bytes that must arrive of an upload in each `requestTimeoutMs`: 4 KiB a second. */
export const minUploadBytes = (requestTimeoutMs / 1000) * 4096

type Limit = { timer: NodeJS.Timeout; refuse: (said: Text) => void }
const limit = Symbol('limit of the request time')
type Limited = IncomingMessage & { [limit]?: Limit }

const tooSlow = say('requestTooSlow')

/** Refuses a request with 408 whose body has not arrived within half a minute, and closes its connection. */
export function limitRequestTime(request: Limited, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && Number(length) === 0) return
  const refuse = (said: Text) => {
    if (request.complete) return
    if (response.headersSent) return void request.destroy()
    const problem: Problem = { success: false, code: 'timed-out', ...onWire(said) }
    response
      .writeHead(statusByCode['timed-out'], { Connection: 'close', 'Content-Type': 'application/json' })
      .end(JSON.stringify(problem), () => request.destroy())
  }
  const timer = setTimeout(refuse, requestTimeoutMs, tooSlow)
  const own: Limit = (request[limit] = { timer: timer.unref(), refuse })
  // A request that has arrived completely closes, too.
  request.once('close', () => clearTimeout(own.timer))
}

/**
 * Gives an upload more time for as long as it makes progress: it is refused once less than `minUploadBytes` have arrived in half a minute
 * although the server has read everything. The server closes its connection after `longRequestTimeoutMs` in any case. Call it when the
 * server begins to read, and again when it continues after a pause.
 */
export function allowUpload(request: Limited): void {
  const own = request[limit]
  if (own === undefined || request.complete) return
  clearTimeout(own.timer)
  let received = request.socket.bytesRead
  const check = () => {
    const { bytesRead } = request.socket
    const isStalled = bytesRead - received < minUploadBytes && request.readableLength === 0
    if (isStalled) return own.refuse(say('uploadStalled'))
    received = bytesRead
    own.timer = setTimeout(check, requestTimeoutMs).unref()
  }
  own.timer = setTimeout(check, requestTimeoutMs).unref()
}
