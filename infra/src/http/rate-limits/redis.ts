// The connection to Redis through which processes count attempts together.

import { Redis } from 'ioredis'
import { retryDelayMs } from '../../read-models/redis/clients.ts'

/**
 * While Redis is down, commands fail at once and the client reconnects forever; `onError` receives the reason. Once a frozen server has
 * left a command without an answer, further commands fail at once, too, until the server answers again.
 */
export function connectRateLimitRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new ImpatientRedis(url, {
    commandTimeout: 300,
    connectTimeout: 1_000,
    // Detects a frozen server, which keeps its connections open.
    socketTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: retryDelayMs,
  })
  redis.on('error', onError)
  return redis
}

class ImpatientRedis extends Redis {
  /** Bytes that the server had sent when it was found not to answer. */
  #silentSince: number | undefined

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    // The handshake of a new connection comes before.
    if (this.status !== 'ready') {
      this.#silentSince = undefined
      return super.sendCommand(command, stream)
    }
    const before = this.stream.bytesRead
    if (this.#silentSince === before) {
      command.reject(new Error('Redis does not answer.'))
      return command.promise
    }
    const sent = Promise.resolve(super.sendCommand(command, stream)).catch(async (error: unknown) => {
      // After a pause of this process, its clock runs out before an answer that has arrived is read: that happens first.
      await new Promise(setImmediate)
      if (this.status === 'ready' && this.stream.bytesRead === before) this.#silentSince = before
      throw error
    })
    // A transaction reports its failed commands itself, and leaves this unread.
    sent.catch(() => undefined)
    return sent
  }
}
