import { setTimeout as sleep } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import type { Metadata, ServerReadableStream } from '@grpc/grpc-js'
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Faults } from './faults.ts'
import {
  expectedOf,
  failure,
  notLeader,
  proposalOf,
  stored,
  streamDeleted,
  streamOf,
  tooLarge,
  wrongVersion,
} from './messages.ts'
import { StreamGone } from './storage.ts'
import type { Proposal, Storage } from './storage.ts'

/** Never settles: the client has to lose its patience. */
const silence = () => new Promise<never>(() => {})

/** Answers one classic append: stream and expectation come first, then the events. Throws the status of a refusal. */
export async function append(
  call: ServerReadableStream<AppendReq, AppendResp>,
  storage: Storage,
  faults: Faults,
): Promise<AppendResp> {
  let options: AppendReq.Options | undefined
  const proposals: Proposal[] = []
  for await (const message of call as AsyncIterable<AppendReq>) {
    options ??= message.getOptions()
    const proposed = message.getProposedMessage()
    if (proposed !== undefined) proposals.push(proposalOf(proposed))
  }
  requireLeader(call.metadata, faults)
  if (faults.silent.has('append')) await silence()
  const fault = faults.appends.shift()
  if (fault?.kind === 'refuse') throw failure(fault.code)
  if (fault?.kind === 'too-large') throw tooLarge()
  if (fault?.kind === 'wrong-version') return wrongVersion(fault.actual)
  const answer = await store(
    storage,
    { stream: streamOf(options), proposals, options },
    fault?.kind !== 'no-position',
  )
  if (fault?.kind === 'late') await sleep(fault.milliseconds)
  if (fault?.kind === 'lose-answer') {
    if (fault.how === 'hang') await silence()
    throw failure(status.UNAVAILABLE)
  }
  return answer
}

type Request = { stream: string; proposals: readonly Proposal[]; options: AppendReq.Options | undefined }

async function store(storage: Storage, { stream, proposals, options }: Request, hasPosition: boolean) {
  try {
    return stored(await storage.append(stream, proposals, expectedOf(options)), hasPosition)
  } catch (error) {
    const actual = storage.actualOf(error)
    if (actual !== undefined) return wrongVersion(actual)
    throw refusalOf(error, stream)
  }
}

export function requireLeader(metadata: Metadata, { leaderPort }: Faults): void {
  if (leaderPort !== undefined && metadata.get('requires-leader').length > 0) throw notLeader(leaderPort)
}

/** The status by which the client knows what went wrong. */
export const refusalOf = (error: unknown, stream: string) =>
  error instanceof StreamGone ? streamDeleted(stream) : failure(status.UNKNOWN)
