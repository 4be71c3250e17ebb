import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { Metadata, status, type ServiceError } from '@grpc/grpc-js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendResult, ExpectedRevision } from '@thirty/infra/event-log/event-log.ts'
import type { Leader } from './faults.ts'

// Builds and parses the messages of the server, with the generated code of the client library.

/** An event as EventStoreDB stores it; data and metadata are bytes, here as text. */
export type StoreRecord = {
  id: string
  type: string
  data: string
  metadata: string
  stream: string
  revision: bigint
  position: bigint
}

export type ProposedEvent = Pick<StoreRecord, 'id' | 'type' | 'data' | 'metadata'>

type WithStreamName = { getStreamIdentifier(): { getStreamName_asU8(): Uint8Array } | undefined } | undefined

export const streamName = (options: WithStreamName) =>
  Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? '').toString()

/** Our adapter never sends `any`; other clients do. */
export function expectedRevision(options: AppendReq.Options | undefined): ExpectedRevision | 'any' {
  if (options?.hasNoStream()) return 'none'
  return options?.hasAny() ? 'any' : Number(options?.getRevision())
}

export function parseProposedEvent(message: AppendReq.ProposedMessage): ProposedEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: String(message.getMetadataMap().get('type')),
    data: Buffer.from(message.getData_asU8()).toString(),
    metadata: Buffer.from(message.getCustomMetadata_asU8()).toString(),
  }
}

/** Returns the stream filter of a subscription. */
export function streamFilter(options: ReadReq.Options | undefined): (stream: string) => boolean {
  const filter = options?.getFilter()?.getStreamIdentifier()
  if (filter === undefined) return () => true
  const prefixes = filter.getPrefixList()
  const expression = filter.getRegex() === '' ? undefined : new RegExp(filter.getRegex(), 'u')
  return (stream) => expression?.test(stream) ?? prefixes.some((prefix) => stream.startsWith(prefix))
}

type WithPosition<Message> = {
  setCommitPosition(position: string): Message
  setPreparePosition(position: string): Message
}

/** Sets both positions of a message. */
export function at<Message extends WithPosition<Message>>(message: Message, position: bigint): Message {
  return message.setCommitPosition(String(position)).setPreparePosition(String(position))
}

export function appendSucceeded({ revision, position }: AppendResult, hasPosition: boolean): AppendResp {
  const success = new streams.AppendResp.Success().setCurrentRevision(String(revision))
  if (hasPosition) success.setPosition(at(new streams.AppendResp.Position(), position))
  else success.setNoPosition(new shared.Empty())
  return new streams.AppendResp().setSuccess(success)
}

export function wrongExpectedVersion(actual: number): AppendResp {
  const conflict = new streams.AppendResp.WrongExpectedVersion()
  if (actual === -1) conflict.setCurrentNoStream(new shared.Empty())
  else conflict.setCurrentRevision(String(actual))
  return new streams.AppendResp().setWrongExpectedVersion(conflict)
}

export function readEvent(record: StoreRecord): ReadResp {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(record.id))
    .setStreamIdentifier(identifier(record.stream))
    .setStreamRevision(String(record.revision))
    .setCommitPosition(String(record.position))
    .setPreparePosition(String(record.position))
    .setData(Buffer.from(record.data).toString('base64'))
    .setCustomMetadata(Buffer.from(record.metadata).toString('base64'))
  event.getMetadataMap().set('type', record.type).set('content-type', 'application/json').set('created', '0')
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(event).setCommitPosition(String(record.position)),
  )
}

export const confirmation = (id: string) =>
  new streams.ReadResp().setConfirmation(
    new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id),
  )

export const checkpoint = (position: bigint) =>
  new streams.ReadResp().setCheckpoint(at(new streams.ReadResp.Checkpoint(), position))

export const caughtUp = () => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())

export const streamNotFound = (stream: string) =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream)),
  )

const identifier = (stream: string) =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'))

/** A node of the cluster, as all nodes describe it. */
export type ClusterMember = { port: number; isAlive: boolean; leads: Leader }

export function clusterInfo(members: readonly ClusterMember[]) {
  const { FOLLOWER, LEADER, UNKNOWN } = gossip.MemberInfo.VNodeState
  const state = (leads: Leader) => (leads === 'self' ? LEADER : leads === 'none' ? UNKNOWN : FOLLOWER)
  return new gossip.ClusterInfo().setMembersList(
    members.map(({ port, isAlive, leads }) =>
      new gossip.MemberInfo()
        .setInstanceId(new shared.UUID().setString(randomUUID()))
        .setTimeStamp('0')
        .setState(state(leads))
        .setIsAlive(isAlive)
        .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
    ),
  )
}

/** The error of a call. The client recognises errors by their trailers. */
export function grpcError(code: status, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value)
  return Object.assign(new Error('A fault of the fake server.'), { code, details: 'A fault.', metadata })
}

/** Returns an error of the store as it is, and any other as one that the client does not recognise. */
export const toGrpcError = (error: unknown): ServiceError =>
  error instanceof Error && 'metadata' in error ? (error as ServiceError) : grpcError(status.UNKNOWN)

export const streamDeleted = (stream: string) =>
  grpcError(status.FAILED_PRECONDITION, {
    exception: 'stream-deleted',
    'stream-name': encodeURIComponent(stream),
  })

export const notLeader = (port: number) =>
  grpcError(status.NOT_FOUND, {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(port),
  })

export const appendTooLarge = () =>
  grpcError(status.INVALID_ARGUMENT, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': '1048576',
  })
