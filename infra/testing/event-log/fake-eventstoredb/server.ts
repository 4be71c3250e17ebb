import { Server, status, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js'
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import { StreamsService, type IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { TombstoneReq, TombstoneResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Faults } from './faults.ts'
import { checkAccess } from './access.ts'
import { at, clusterInfo, grpcError, streamName, toGrpcError, type ClusterMember } from './messages.ts'
import { read } from './reads.ts'
import type { StreamStorage } from './storage.ts'
import { append } from './writes.ts'

export type ServerOptions = {
  storage: StreamStorage
  faults: Faults
  members: () => readonly ClusterMember[]
  /** Passwords by user name; everybody has access when missing. */
  users?: Readonly<Record<string, string>> | undefined
}

/** Creates a server with the services of EventStoreDB that our client calls. */
export function createServer({ storage, faults, members, users }: ServerOptions): Server {
  const server = new Server({
    'grpc.max_receive_message_length': 16 * 1024 * 1024,
    interceptors: [checkAccess(faults, users)],
  })

  async function tombstone({ request }: ServerUnaryCall<TombstoneReq, TombstoneResp>) {
    const position = await storage.tombstone(streamName(request.getOptions()))
    const fault = faults.erasures.shift()
    if (fault !== undefined) throw grpcError(fault.code)
    return new streams.TombstoneResp().setPosition(at(new streams.TombstoneResp.Position(), position))
  }

  const services: IStreamsServer = {
    read: (call) => void read(call, storage, faults),
    append: (call, reply) => answer(append(call, storage, faults), reply),
    tombstone: (call, reply) => answer(tombstone(call), reply),
    delete: (_call, reply) => reply(grpcError(status.UNIMPLEMENTED)),
    // The adapter must not use it, because the client does not notice a lost response of a batch append.
    batchAppend: (call) => void call.emit('error', grpcError(status.UNIMPLEMENTED)),
  }
  server.addService(StreamsService, services)
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, reply: sendUnaryData<unknown>) => {
      if (!faults.silent.has('supported-methods')) reply(null, supportedMethods())
    },
  })
  server.addService(GossipService, {
    read: (_call: unknown, reply: sendUnaryData<unknown>) => {
      if (!faults.silent.has('gossip')) reply(null, clusterInfo(members()))
    },
  })
  return server
}

function answer<Response>(response: Promise<Response>, reply: sendUnaryData<Response>) {
  response.then(
    (message) => reply(null, message),
    (error) => reply(toGrpcError(error)),
  )
}

/** As a real server reports them: with batch appends, so that the client would use them. */
function supportedMethods() {
  const batches = new features.SupportedMethod()
    .setServiceName('event_store.client.streams.streams')
    .setMethodName('batchappend')
  return new features.SupportedMethods().setMethodsList([batches]).setEventStoreServerVersion('24.10.0')
}
