// The channel to the leading node of EventStoreDB, which all calls of a process share. A node that gives no sign of life for a second,
// such as a machine that stands still, loses all its calls at once, subscriptions too, and the next call looks for the leader, once for
// all waiting calls, by asking all nodes of the cluster at the same time.

import { convertToCommandError, NotLeaderError } from '@eventstore/db-client'
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import {
  InterceptingCall,
  Metadata,
  status,
  type Channel,
  type Client,
  type Interceptor,
  type ServiceError,
} from '@grpc/grpc-js'
import type { EventStoreAddress } from '../../config/engine-address.ts'
import { serviceClient, type NodeAddress, type ServiceClientType } from './client.ts'
import { requiresReconnect } from './error-kinds.ts'

type OpenChannel = (node: NodeAddress) => Promise<Channel>

/** A channel to one node, and the calls that use it. */
type Line = {
  node: NodeAddress
  channel: Channel
  /** Ends all calls of the line, as if the connection had broken. */
  lost: AbortController
  calls: number
  /** Whether new calls use another line. This one is closed after its last call. */
  isRetired: boolean
}

/** How often a node gets a heartbeat request. */
const signIntervalMs = 500
/**
 * The intervals without a sign after which the node is given up: fewer once it has answered. Intervals and not a time, because
 * an event loop that stood still has not received what has arrived.
 */
const silentIntervals = { atFirst: 6, later: 2 }

export function sharedChannel(address: EventStoreAddress, openChannel: OpenChannel) {
  const lines = new Map<ReturnType<Client['getChannel']>, Line>()
  let current: Promise<Line> | undefined
  let isClosed = false
  /** Nodes that other nodes have named: the only node that hangs may be the node of the connection string. */
  let named: readonly NodeAddress[] = []
  /** The node of the last channel that was given up. */
  let givenUp: NodeAddress | undefined
  /** Aborts at the first answer of the next node. */
  let found = new AbortController()
  /** The leader, as the only node of the connection string named it. */
  let redirect: NodeAddress | undefined

  async function openLine(): Promise<Line> {
    const { node, channel } = await (address.isCluster ? chooseNode() : openOnlyNode())
    const lost = new AbortController()
    const line: Line = { node, channel, lost, calls: 0, isRetired: false }
    lines.set(channel, line)
    if (isClosed) discard(line)
    else watch(line)
    return line
  }

  async function openOnlyNode() {
    const node = redirect ?? address.nodes[0] ?? ''
    redirect = undefined
    return { node, channel: await openChannel(node) }
  }

  async function chooseNode() {
    const nodes = [...new Set([...address.nodes, ...named])]
    // In whole seconds.
    const answerMs = 1_000 * (Number(address.options.get('gossiptimeout')) || 1)
    const search = await findLeader({ nodes, givenUp, openChannel, answerMs })
    named = search.named
    return { node: search.leader, channel: search.channel }
  }

  const currentLine = () =>
    (current ??= openLine().catch((error: unknown) => {
      current = undefined
      throw error
    }))

  /** Asks the node for signs of life as long as anything needs the line. */
  function watch(line: Line) {
    let silent = 0
    let allowed = silentIntervals.atFirst
    let isAsked = false
    const ask = async () => {
      isAsked = true
      if (await answers(line.channel, signIntervalMs * (allowed + 2))) {
        silent = 0
        if (allowed === silentIntervals.atFirst) announce()
        allowed = silentIntervals.later
      }
      isAsked = false
    }
    void ask()
    const timer = setInterval(() => {
      if (!isAsked) void ask()
      else if (++silent >= allowed) lose(line)
    }, signIntervalMs).unref()
    line.lost.signal.addEventListener('abort', () => clearInterval(timer))
  }

  function announce() {
    found.abort()
    found = new AbortController()
  }

  function lose(line: Line) {
    retire(line)
    line.lost.abort()
    discard(line)
  }

  function retire(line: Line) {
    if (line.isRetired) return
    line.isRetired = true
    givenUp = line.node
    current = undefined
    if (line.calls === 0) discard(line)
  }

  function discard(line: Line) {
    if (!lines.delete(line.channel)) return
    line.lost.abort()
    line.channel.close()
  }

  const track =
    (line: Line): Interceptor =>
    (options, nextCall) => {
      const call = nextCall(options)
      const end = () =>
        call.cancelWithStatus(status.UNAVAILABLE, 'The node of the event store does not answer.')
      return new InterceptingCall(call, {
        start(metadata, _listener, next) {
          line.calls++
          line.lost.signal.addEventListener('abort', end)
          next(metadata, {
            onReceiveStatus(received, pass) {
              line.lost.signal.removeEventListener('abort', end)
              if (--line.calls === 0 && line.isRetired) discard(line)
              pass(received)
            },
          })
        },
      })
    }

  return {
    /** Returns a client for calls to the leader; looks for it first if it is not known. */
    async client<Service>(type: ServiceClientType<Service>): Promise<Service> {
      const line = await currentLine()
      return serviceClient(type, line.channel, { interceptors: [track(line)] })
    },
    /** Aborts when a node is found, so that nobody waits longer for one. */
    whenFound: () => found.signal,
    /** After a failed call, decides whether new calls need another channel. Never throws. */
    handleFailure(client: Client, failure: Error) {
      const line = lines.get(client.getChannel())
      const error = convertToCommandError(failure)
      if (line === undefined || line.isRetired || !(error instanceof Error && requiresReconnect(error)))
        return
      if (error instanceof NotLeaderError) redirect = `${error.leader.address}:${error.leader.port}`
      retire(line)
    },
    close() {
      isClosed = true
      for (const line of lines.values()) discard(line)
    },
  }
}

type Search = {
  nodes: readonly NodeAddress[]
  /** The node that was given up. It is found again if no other leads. */
  givenUp: NodeAddress | undefined
  openChannel: OpenChannel
  /** Milliseconds that a node has to answer. */
  answerMs: number
}

/**
 * Returns the first named leader that answers itself: a node that hangs names no leader, and other nodes may name it for seconds. Also
 * returns all named nodes. Throws when there is no leader.
 */
async function findLeader({ nodes, givenUp, openChannel, answerMs }: Search) {
  const channels = new Map<NodeAddress, Promise<Channel>>()
  const open = (node: NodeAddress) => once(channels, node, () => openChannel(node))
  const asked = new Map<NodeAddress, ReturnType<typeof askForMembers>>()
  const checked = new Map<NodeAddress, Promise<boolean>>()
  const named = new Set<NodeAddress>()

  async function ask(node: NodeAddress, excluded?: NodeAddress): Promise<NodeAddress> {
    const answer = await once(asked, node, async () => askForMembers(await open(node), answerMs))
    for (const member of answer.nodes) named.add(member)
    const { leader } = answer
    if (leader === undefined || leader === excluded) throw new Error(`${node} names no other leader.`)
    if (await once(checked, leader, async () => answers(await open(leader), answerMs))) return leader
    throw new Error(`${leader} leads, but does not answer.`)
  }

  let leader: NodeAddress | undefined
  try {
    const others = Promise.any(nodes.map((node) => ask(node, givenUp)))
    leader = await others.catch(() => Promise.any(nodes.map((node) => ask(node))))
    return { leader, channel: await open(leader), named: [...named] }
  } catch (cause) {
    throw new Error('No node of the EventStoreDB cluster is ready; it may be electing a leader.', { cause })
  } finally {
    for (const [node, channel] of channels) if (node !== leader) (await channel).close()
  }
}

function once<Value>(
  running: Map<NodeAddress, Promise<Value>>,
  node: NodeAddress,
  run: () => Promise<Value>,
): Promise<Value> {
  const result = running.get(node) ?? run()
  running.set(node, result)
  return result
}

const deadlineIn = (milliseconds: number) => ({ deadline: Date.now() + milliseconds })

/** Resolves to whether the node answers in time, with any answer. The node reads no disk for this request. */
function answers(channel: Channel, milliseconds: number): Promise<boolean> {
  const client = serviceClient(ServerFeaturesClient, channel)
  return new Promise((resolve) => {
    client.getSupportedMethods(new shared.Empty(), new Metadata(), deadlineIn(milliseconds), (error) =>
      resolve(error === null || !isSilence(error)),
    )
  })
}

/** Errors that arise on our side, because nothing came from the other. */
const isSilence = ({ code }: ServiceError) =>
  [status.DEADLINE_EXCEEDED, status.UNAVAILABLE, status.CANCELLED].includes(code)

/** Asks a node for the members of its cluster, and which of them leads. */
async function askForMembers(channel: Channel, milliseconds: number) {
  const client = serviceClient(GossipClient, channel)
  const info = await new Promise<gossip.ClusterInfo>((resolve, reject) => {
    client.read(new shared.Empty(), new Metadata(), deadlineIn(milliseconds), (error, response) => {
      if (error) reject(error)
      else resolve(response)
    })
  })
  const members = info.getMembersList().filter((member) => member.getIsAlive())
  return {
    nodes: members.flatMap(addressOf),
    leader: members
      .filter((member) => member.getState() === gossip.MemberInfo.VNodeState.LEADER)
      .flatMap(addressOf)[0],
  }
}

function addressOf(member: gossip.MemberInfo): NodeAddress[] {
  const endPoint = member.getHttpEndPoint()
  return endPoint === undefined ? [] : [`${endPoint.getAddress()}:${endPoint.getPort()}`]
}
