import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Drop, Faults } from './faults.ts'
import {
  caughtUp,
  checkpoint,
  confirmation,
  eventOf,
  failure,
  filterOf,
  notFound,
  notLeader,
  streamDeleted,
  streamOf,
} from './messages.ts'
import { StreamGone } from './storage.ts'
import type { Storage, StoreRecord } from './storage.ts'

type Call = ServerWritableStream<ReadReq, ReadResp>

/** Answers one call of `Read`: a stream, the whole log, or a subscription to it. */
export async function read(call: Call, storage: Storage, faults: Faults): Promise<void> {
  faults.open++
  call.once('close', () => void faults.open--)
  if (faults.leaderPort !== undefined && call.metadata.get('requires-leader').length > 0)
    return fail(call, notLeader(faults.leaderPort))
  if (call.request.getOptions()?.hasSubscription()) return subscribe(call, storage, faults)
  if (!faults.silent.has('read')) await part(call, storage, faults)
}

async function part(call: Call, storage: Storage, faults: Faults): Promise<void> {
  const options = call.request.getOptions()
  const stream = options?.getStream()
  const fault = faults.reads.shift()
  try {
    const records = stream === undefined ? allOf(options, storage) : await streamPart(options, storage)
    let count = 0
    for await (const record of records) {
      if (count === fault?.after) return fail(call, failure(fault.code))
      if (count++ === Number(options?.getCount()) || !(await send(call, eventOf(record), faults))) break
    }
  } catch (error) {
    if (!(error instanceof StreamGone)) return fail(call, failure(status.UNKNOWN))
    if (error.how === 'removed') return fail(call, streamDeleted(streamOf(stream)))
    await send(call, notFound(streamOf(stream)), faults)
  }
  call.end()
}

const isNewestFirst = (options: ReadReq.Options | undefined) =>
  options?.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

function allOf(options: ReadReq.Options | undefined, storage: Storage): AsyncIterable<StoreRecord> {
  const position = options?.getAll()?.getPosition()?.getCommitPosition()
  return isNewestFirst(options) ? storage.allBack() : storage.allFrom(BigInt(position ?? 0))
}

async function streamPart(options: ReadReq.Options | undefined, storage: Storage) {
  const stream = options?.getStream()
  const isBackwards = isNewestFirst(options)
  const records = await storage.streamFrom(streamOf(stream), isBackwards ? 0 : Number(stream?.getRevision()))
  return isBackwards ? records.toReversed() : records
}

async function subscribe(call: Call, storage: Storage, faults: Faults): Promise<void> {
  const place = call.request.getOptions()?.getAll()?.getPosition()?.getCommitPosition()
  const after = place === undefined || faults.repeats ? -1n : BigInt(place)
  const isWanted = filterOf(call.request.getOptions())
  const ended = new AbortController()
  call.on('cancelled', () => ended.abort())
  const forget = faults.opened((how: Drop) => {
    ended.abort()
    if (how === 'end') call.end()
    else fail(call, failure(how.code))
  })
  if (faults.silent.has('subscribe')) return
  let hasCaughtUp = false
  await send(call, confirmation(randomUUID()), faults)
  if (faults.search > 0) await sleep(faults.search)
  for await (const { records, position, live } of storage.follow(after, ended.signal)) {
    for (const record of records)
      if (!ended.signal.aborted && !faults.isDeaf && isWanted(record.stream))
        await send(call, eventOf(record), faults)
    if (ended.signal.aborted) break
    if (position >= 0n) await send(call, checkpoint(checkpoints[faults.checkpoints](position)), faults)
    if (live && !hasCaughtUp && faults.hasCaughtUp) await send(call, caughtUp(), faults)
    hasCaughtUp ||= live
  }
  forget()
}

const checkpoints: Record<Faults['checkpoints'], (position: bigint) => bigint> = {
  true: (position) => position,
  ahead: (position) => position + 1_000_000n,
  largest: () => 2n ** 64n - 1n,
  backwards: () => 0n,
}

/** Sends when the client has room for it. False when it is gone. */
async function send(call: Call, message: ReadResp, faults: Faults): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false
  faults.sent++
  if (!call.write(message)) await room(call)
  return !call.cancelled
}

/** Until the client has taken something, or is gone. */
function room(call: Call): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      call.off('drain', go).off('cancelled', go)
      resolve()
    }
    call.on('drain', go).on('cancelled', go)
  })
}

/** The only way for a stream to end with a status of its own. */
function fail(call: Call, error: Error) {
  call.emit('error', error)
}
