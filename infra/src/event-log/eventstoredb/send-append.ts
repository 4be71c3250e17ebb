// Sends one append in its own gRPC call, with its own deadline and its own error; `append.ts` retries it.

import { Buffer } from 'node:buffer'
import { convertToCommandError } from '@eventstore/db-client'
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { CallOptions, Metadata } from '@grpc/grpc-js'
import type { ExpectedRevision } from '../event-log.ts'
import type { ProposedEvent } from './event-encoding.ts'

/**
 * Revision and position of the last event (`position` may be missing for a repeat); or, on a conflict, the stream's
 * revision, -1 for an empty stream.
 */
export type AppendResponse = { revision: number; position: bigint | undefined } | { actual: number }

export type AppendRequest = { stream: string; events: readonly ProposedEvent[]; expected: ExpectedRevision }

export async function sendAppend(
  client: StreamsClient,
  [metadata, options]: [Metadata, CallOptions],
  { stream, events, expected }: AppendRequest,
): Promise<AppendResponse> {
  const response = await new Promise<AppendResp>((resolve, reject) => {
    const call = client.append(metadata, options, (error, response) => {
      if (error) reject(convertToCommandError(error))
      else resolve(response)
    })
    call.on('error', reject)
    call.write(header(stream, expected))
    for (const event of events) call.write(message(event))
    call.end()
  })
  return parseResponse(response)
}

function header(stream: string, expected: ExpectedRevision) {
  const options = new streams.AppendReq.Options()
  options.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(base64(stream)))
  if (expected === 'none') options.setNoStream(new shared.Empty())
  else options.setRevision(String(expected))
  return new streams.AppendReq().setOptions(options)
}

function message({ id, type, data, metadata }: ProposedEvent) {
  const proposed = new streams.AppendReq.ProposedMessage()
  proposed.setId(new shared.UUID().setString(id))
  proposed.getMetadataMap().set('type', type).set('content-type', 'application/json')
  proposed.setData(base64(data)).setCustomMetadata(base64(metadata))
  return new streams.AppendReq().setProposedMessage(proposed)
}

function parseResponse(response: AppendResp): AppendResponse {
  const conflict = response.getWrongExpectedVersion()
  if (conflict !== undefined)
    return { actual: conflict.hasCurrentRevision() ? Number(conflict.getCurrentRevision()) : -1 }
  const success = response.getSuccess()
  if (success === undefined) throw new Error('The event store reported neither success nor a conflict.')
  const position = success.getPosition()?.getCommitPosition()
  return {
    revision: Number(success.getCurrentRevision()),
    position: position === undefined || BigInt(position) > maxPosition ? undefined : BigInt(position),
  }
}

/** A larger number means "unknown": the store sends -1 as an unsigned number. */
const maxPosition = 2n ** 63n - 1n

/** The generated messages take bytes as base64. */
const base64 = (text: string) => Buffer.from(text).toString('base64')
