// Finds the node that leads a cluster, by asking all of its nodes at the same time.

import { type Channel, Metadata, status, type ServiceError } from '@grpc/grpc-js'
import { type NodeAddress, serviceClient } from './client.ts'
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'

type Search = {
  nodes: readonly NodeAddress[]
  /** The node that was given up. It is found again if no other leads. */
  givenUp: NodeAddress | undefined
  openChannel(node: NodeAddress): Promise<Channel>
  /** Milliseconds that a node has to answer. */
  answerMs: number
}

/**
 * Returns the first named leader that answers itself: a node that hangs names no leader, and other nodes may name it for seconds. Also
 * returns all named nodes. Throws when there is no leader.
 */
export async function findLeader({ nodes, givenUp, openChannel, answerMs }: Search) {
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
export function answers(channel: Channel, milliseconds: number): Promise<boolean> {
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
