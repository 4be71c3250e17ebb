import { setTimeout as sleep } from 'node:timers/promises'
import { status, type ServerReadableStream } from '@grpc/grpc-js'
import { VersionConflict } from '@thirty/infra/event-log/event-log.ts'
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Faults } from './faults.ts'
import {
  expectedRevision,
  grpcError,
  parseProposedEvent,
  appendSucceeded,
  streamName,
  appendTooLarge,
  wrongExpectedVersion,
  type ProposedEvent,
} from './messages.ts'
import type { StreamStorage } from './storage.ts'

/** Never settles, so that the client times out. */
const neverRespond = () => new Promise<never>(() => {})

/** Handles one append: first the stream and the expected revision, then the events. Throws a gRPC error. */
export async function append(
  call: ServerReadableStream<AppendReq, AppendResp>,
  storage: StreamStorage,
  faults: Faults,
): Promise<AppendResp> {
  let options: AppendReq.Options | undefined
  const proposals: ProposedEvent[] = []
  for await (const message of call as AsyncIterable<AppendReq>) {
    options ??= message.getOptions()
    const proposed = message.getProposedMessage()
    if (proposed !== undefined) proposals.push(parseProposedEvent(proposed))
  }
  if (faults.silent.has('append')) await neverRespond()
  const fault = faults.appends.shift()
  if (fault?.kind === 'refuse') {
    await sleep(fault.afterMs ?? 0)
    throw grpcError(fault.code)
  }
  if (fault?.kind === 'too-large') throw appendTooLarge()
  if (fault?.kind === 'wrong-version') return wrongExpectedVersion(fault.actual)
  const stored = storage.append(streamName(options), proposals, expectedRevision(options))
  const response = await stored.then(
    (result) => appendSucceeded(result, fault?.kind !== 'no-position'),
    (error: unknown) => {
      if (error instanceof VersionConflict) return wrongExpectedVersion(error.actual)
      throw error
    },
  )
  if (fault?.kind === 'late') await sleep(fault.milliseconds)
  if (fault?.kind === 'lose-answer') {
    if (fault.how === 'hang') await neverRespond()
    throw grpcError(status.UNAVAILABLE)
  }
  return response
}
