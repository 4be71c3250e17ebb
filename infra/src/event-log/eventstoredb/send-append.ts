import { Buffer } from 'node:buffer'
import { convertToCommandError } from '@eventstore/db-client'
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { CallOptions, Metadata } from '@grpc/grpc-js'
import type { ExpectedRevision } from '../event-log.ts'
import type { ProposedEvent } from './event-encoding.ts'

/** Where the last event stands; `position` may be missing for a repeat. Or the revision found instead, -1 for none. */
export type AppendResponse = { revision: number; position: bigint | undefined } | { actual: number }

export type AppendRequest = { stream: string; events: readonly ProposedEvent[]; expected: ExpectedRevision }

/** Makes one append in a call of its own, with its own deadline and its own failure. */
export async function sendAppend(
  client: StreamsClient,
  [metadata, options]: [Metadata, CallOptions],
  { stream, events, expected }: AppendRequest,
): Promise<AppendResponse> {
  const answer = await new Promise<AppendResp>((resolve, reject) => {
    const call = client.append(metadata, options, (error, response) => {
      if (error) reject(convertToCommandError(error))
      else resolve(response)
    })
    call.on('error', reject)
    call.write(header(stream, expected))
    for (const event of events) call.write(message(event))
    call.end()
  })
  return answerOf(answer)
}

function header(stream: string, expected: ExpectedRevision) {
  const options = new streams.AppendReq.Options()
  options.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(base64(stream)))
  if (expected === 'any') options.setAny(new shared.Empty())
  else if (expected === 'none') options.setNoStream(new shared.Empty())
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

function answerOf(answer: AppendResp): AppendResponse {
  const conflict = answer.getWrongExpectedVersion()
  if (conflict !== undefined)
    return { actual: conflict.hasCurrentRevision() ? Number(conflict.getCurrentRevision()) : -1 }
  const success = answer.getSuccess()
  if (success === undefined) throw new Error('The event store answered neither yes nor no.')
  const position = success.getPosition()?.getCommitPosition()
  return {
    revision: Number(success.getCurrentRevision()),
    position: position === undefined || BigInt(position) > highest ? undefined : BigInt(position),
  }
}

/** Beyond it the store means "I cannot say": it sends -1 as the largest number there is. */
const highest = 2n ** 63n - 1n

/** Generated messages take bytes as base64. */
const base64 = (text: string) => Buffer.from(text).toString('base64')
