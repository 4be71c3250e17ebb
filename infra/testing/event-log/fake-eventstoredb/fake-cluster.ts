import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { startNode, type FakeNode, type NodeSecurity } from './fake-node.ts'
import { openStorage } from './storage.ts'

/** A fake EventStoreDB of one node or several over an event log of ours. */
export type FakeCluster = Awaited<ReturnType<typeof startFakeCluster>>

/** Starts a fake cluster on this machine, with the first node as its leader; 0 is a free port. The caller closes the log. */
export async function startFakeCluster({
  log,
  ports = [0],
  security,
}: {
  log: EventLog
  ports?: readonly number[]
  security?: NodeSecurity | undefined
}) {
  let storage = await openStorage(log)
  const nodes: FakeNode[] = []
  const members = () => nodes.map((node) => node.member())
  for (const port of ports) nodes.push(await startNode({ storage: () => storage, port, members, security }))
  let leader: FakeNode | undefined
  let elections = 0
  let ending: Promise<void> = Promise.resolve()

  function lead(elected: FakeNode | undefined) {
    leader = elected
    for (const node of nodes)
      node.faults.leader = elected === undefined ? 'none' : elected === node ? 'self' : elected.port
  }

  function nextLeader() {
    const able = nodes.filter((node) => !node.isHanging())
    return able[elections++ % able.length]
  }

  lead(nextLeader())
  return {
    /** Connection string with all nodes, of which the client chooses one by their gossip if there are several. */
    url: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=${security !== undefined}`,
    port: nodes[0]?.port ?? 0,
    nodes: nodes as readonly FakeNode[],
    /** The node that leads; `undefined` during an election. */
    leader: () => leader,
    /** Kills the leader, if there is one. The other nodes answer that they are not ready until `elect`. */
    async killLeader() {
      const killed = leader
      lead(undefined)
      await killed?.stop()
    },
    /**
     * Cuts the leader off from the other nodes: for a second it answers late that it is not ready, then its process ends.
     * The other nodes answer that they are not ready until `elect`.
     */
    isolateLeader() {
      const isolated = leader
      if (isolated !== undefined) isolated.faults.notReadyDelayMs = 500
      lead(undefined)
      ending = sleep(1_000).then(() => isolated?.stop())
      return ending
    },
    /** Makes the leader stand still. The other nodes name it as their leader until `elect`, which makes another node the leader. */
    hangLeader() {
      leader?.hang()
      leader = undefined
    },
    /** Lets nodes that hang continue: as followers after `elect`, else as the leader that it was. */
    goOn() {
      for (const node of nodes) node.goOn()
      leader ??= nodes.find(({ faults }) => faults.leader === 'self')
    },
    /** Makes the next node the leader, and starts those again that have ended, as its followers. */
    async elect() {
      await ending
      for (const { faults } of nodes) faults.notReadyDelayMs = 0
      lead(nextLeader())
      for (const node of nodes) if (!node.member().isAlive) await node.start()
    },
    /** Drops erased events from the files of the log. */
    scavenge: () => storage.scavenge(),
    /** Breaks all connections and stops listening. */
    async stop() {
      for (const node of nodes) await node.stop()
    },
    /** Listens again on the same ports, over the log as it is now. */
    async restart() {
      storage = await openStorage(log)
      for (const node of nodes) await node.start()
    },
  }
}
