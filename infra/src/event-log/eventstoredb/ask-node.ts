// Requests to a single node of EventStoreDB: whether it answers, and which members its cluster has.

import { Metadata, status, type Channel, type ServiceError } from '@grpc/grpc-js'
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { NodeAddress } from './client.ts'
import { serviceClient } from './service-client.ts'

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
export async function askForMembers(channel: Channel, milliseconds: number) {
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
