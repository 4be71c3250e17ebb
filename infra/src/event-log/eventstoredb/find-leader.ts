// Finds the node that leads a cluster, by asking all of its nodes at the same time.

import type { Channel } from '@grpc/grpc-js'
import type { NodeAddress } from './client.ts'
import { answers, askForMembers } from './ask-node.ts'

type Search = {
  /** The nodes to ask. */
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
