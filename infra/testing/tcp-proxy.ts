import { connect, createServer, type Socket } from 'node:net'
import { pipeline, Transform } from 'node:stream'
import { listen } from './listening.ts'

/**
 * What callers of a server connect to. It can hang like a machine that stands still: its sockets stay open and new ones are
 * accepted, but nothing is passed on. Data sent to it meanwhile is received when it continues, also from a caller that has gone.
 */
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

type Connection = { caller: Socket; hanging: PromiseWithResolvers<void> | undefined }

/**
 * Listens on a port, a free one if it is missing or 0, and passes everything on to the server at the port `target`. `onRequest` receives
 * what callers send, before the server does.
 */
export async function startTcpProxy({
  port = 0,
  target,
  onRequest = () => undefined,
}: {
  port?: number
  target: number
  onRequest?: (request: string) => void
}) {
  const connections = new Set<Connection>()
  let isHanging = false
  let isArmed = false
  let lost = 0

  /** Passes data and its end on once the connection does not hang, or ends the connection with the error that `inspect` returns. */
  const pass = (connection: Connection, inspect: (data: Buffer) => Error | void) => {
    const onceItGoesOn = (passOn: () => void) => {
      if (connection.hanging) void connection.hanging.promise.then(passOn)
      else passOn()
    }
    return new Transform({
      transform: (data: Buffer, _encoding, done) => onceItGoesOn(() => done(inspect(data) ?? null, data)),
      flush: (done) => onceItGoesOn(done),
    })
  }
  const inspectReply = () => {
    if (!isArmed) return
    isArmed = false
    lost += 1
    return new Error('The reply is lost.')
  }
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (caller) => {
    const connection = { caller, hanging: isHanging ? Promise.withResolvers<void>() : undefined }
    connections.add(connection)
    caller.on('close', () => connections.delete(connection))
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    const onEnd = (error: Error | null | undefined) => {
      if (!error) return
      caller.destroy()
      upstream.destroy()
    }
    pipeline(
      caller,
      pass(connection, (data) => onRequest(data.toString())),
      upstream,
      onEnd,
    )
    pipeline(upstream, pass(connection, inspectReply), caller, onEnd)
  })

  return {
    port: await listen(server, port),
    /** Drops the next reply of the server and closes its connection. */
    loseNextReply(): void {
      isArmed = true
    },
    /** Returns the number of lost replies. */
    lostReplies: () => lost,
    /** Hangs; with `accepting`, new connections work, as after a network that swallowed the existing ones. */
    hang(how?: 'accepting'): void {
      isHanging = how !== 'accepting'
      for (const connection of connections) connection.hanging ??= Promise.withResolvers()
    },
    goOn(): void {
      isHanging = false
      for (const connection of connections) {
        connection.hanging?.resolve()
        connection.hanging = undefined
      }
    },
    /** Breaks all connections and stops listening. */
    stop(): Promise<void> {
      for (const { caller } of connections) caller.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
