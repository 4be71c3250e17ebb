import { Server, status } from '@grpc/grpc-js'
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js'
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { DeleteReq, TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { Faults } from './faults.ts'
import { grpcError, streamName } from './messages.ts'
import { read } from './reads.ts'
import type { StreamStorage } from './storage.ts'
import { append, toGrpcError, requireLeader } from './writes.ts'

/** The services of EventStoreDB that our client calls, over a storage. */
export function createServer(storage: StreamStorage, faults: Faults, port: () => number): Server {
  const server = new Server({ 'grpc.max_receive_message_length': 16 * 1024 * 1024 })

  /** Answers a call that removes something. */
  function erasing<Request extends DeleteReq | TombstoneReq, Answer>(
    erase: (stream: string) => Promise<bigint>,
    answer: (position: string) => Answer,
  ) {
    return (call: ServerUnaryCall<Request, Answer>, reply: sendUnaryData<Answer>) => {
      const stream = streamName(call.request.getOptions())
      const work = async () => {
        requireLeader(call.metadata, faults)
        const position = await erase(stream).catch((error: unknown) =>
          Promise.reject(toGrpcError(error, stream)),
        )
        const fault = faults.erasures.shift()
        if (fault !== undefined) throw grpcError(fault.code)
        return position
      }
      work().then(
        (position) => reply(null, answer(String(position))),
        (refusal) => reply(refusal),
      )
    }
  }

  const services: IStreamsServer = {
    read: (call) => void read(call, storage, faults),
    append: (call, reply) =>
      void append(call, storage, faults).then(
        (answer) => reply(null, answer),
        (refusal) => reply(refusal),
      ),
    delete: erasing(storage.delete, (position) =>
      new streams.DeleteResp().setPosition(
        new streams.DeleteResp.Position().setCommitPosition(position).setPreparePosition(position),
      ),
    ),
    tombstone: erasing(storage.tombstone, (position) =>
      new streams.TombstoneResp().setPosition(
        new streams.TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position),
      ),
    ),
    // Nobody should come here: a lost reply would never be noticed. See the adapter's connection.
    batchAppend: (call) => void call.emit('error', grpcError(status.UNIMPLEMENTED)),
  }
  server.addService(StreamsService, services)
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, reply: sendUnaryData<unknown>) => {
      if (!faults.silent.has('supported-methods')) reply(null, supportedMethods())
    },
  })
  server.addService(GossipService, {
    read: (_call: unknown, reply: sendUnaryData<unknown>) => reply(null, members(port())),
  })
  return server
}

/** Like a real server's: with batches, so that whoever asks would take them. */
function supportedMethods() {
  const batches = new features.SupportedMethod()
    .setServiceName('event_store.client.streams.streams')
    .setMethodName('batchappend')
  return new features.SupportedMethods().setMethodsList([batches]).setEventStoreServerVersion('24.10.0')
}

function members(port: number) {
  const leader = new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString('00000000-0000-4000-8000-000000000001'))
    .setTimeStamp('0')
    .setState(gossip.MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port))
  return new gossip.ClusterInfo().setMembersList([leader])
}
