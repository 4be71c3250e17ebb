import { promisify } from 'node:util'
import { ServerCredentials, type Server } from '@grpc/grpc-js'
import { createFaults } from './faults.ts'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import type { ClusterMember } from './messages.ts'
import { createServer } from './server.ts'
import type { StreamStorage } from './storage.ts'

/** What a node requires of its callers: a connection with TLS, and a user with a password. */
export type NodeSecurity = {
  certificate: { privateKey: Buffer; chain: Buffer }
  /** Passwords by user name. */
  users: Readonly<Record<string, string>>
}

export type FakeNode = Awaited<ReturnType<typeof startNode>>

/**
 * Starts one node, on a free port if it is 0. The nodes of a cluster share their storage, as if replication took no time. `members` are
 * the nodes that this node names when a client looks for the leader.
 */
export async function startNode({
  storage,
  port,
  members,
  security,
}: {
  storage: () => StreamStorage
  port: number
  members: () => readonly ClusterMember[]
  security?: NodeSecurity | undefined
}) {
  const faults = createFaults()
  const credentials =
    security === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [
          { private_key: security.certificate.privateKey, cert_chain: security.certificate.chain },
        ])
  let running: { server: Server; front: TcpProxy } | undefined
  let boundPort = port
  let isHanging = false

  async function start() {
    const server = createServer({ storage: storage(), faults, members, users: security?.users })
    const front = await startTcpProxy({ port: boundPort, target: await listen(server, credentials) })
    boundPort = front.port
    isHanging = false
    running = { server, front }
  }

  await start()
  return {
    faults,
    port: boundPort,
    /** How this node describes itself. */
    member: (): ClusterMember => ({ port: boundPort, isAlive: running !== undefined, leads: faults.leader }),
    isHanging: () => isHanging,
    /** Stands still, as `TcpProxy.hang` describes. */
    hang(how?: 'accepting') {
      isHanging = how !== 'accepting'
      running?.front.hang(how)
    },
    /** Continues after `hang`. */
    goOn() {
      isHanging = false
      running?.front.goOn()
    },
    async stop() {
      const stopping = running
      running = undefined
      stopping?.server.forceShutdown()
      await stopping?.front.stop()
    },
    start,
  }
}

/** Listens on a free port, which only the front knows. */
const listen = (server: Server, credentials: ServerCredentials): Promise<number> =>
  promisify(server.bindAsync.bind(server))('127.0.0.1:0', credentials)
