import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerWritableStream } from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { SubscriptionEnd, Faults } from './faults.ts'
import {
  caughtUp,
  checkpoint,
  confirmation,
  readEvent,
  grpcError,
  streamFilter,
  streamNotFound,
  streamName,
  toGrpcError,
  type StoreRecord,
} from './messages.ts'
import type { StreamStorage } from './storage.ts'

type Call = ServerWritableStream<ReadReq, ReadResp>

/** Handles one `Read` call: a stream, the whole log, or a subscription. */
export async function read(call: Call, storage: StreamStorage, faults: Faults): Promise<void> {
  faults.openCalls++
  call.once('close', () => void faults.openCalls--)
  if (call.request.getOptions()?.hasSubscription()) return subscribe(call, storage, faults)
  if (!faults.silent.has('read')) await readEvents(call, storage, faults)
}

async function readEvents(call: Call, storage: StreamStorage, faults: Faults): Promise<void> {
  const options = call.request.getOptions()
  const stream = options?.getStream()
  const fault = faults.reads.shift()
  try {
    const records = stream === undefined ? readAll(options, storage) : await readStream(options, storage)
    if (records === undefined) await send(call, streamNotFound(streamName(stream)), faults)
    let count = 0
    for await (const record of records ?? []) {
      if (count === fault?.after) return fail(call, grpcError(fault.code))
      if (count++ === Number(options?.getCount()) || !(await send(call, readEvent(record), faults))) break
    }
  } catch (error) {
    return fail(call, toGrpcError(error))
  }
  call.end()
}

const isNewestFirst = (options: ReadReq.Options | undefined) =>
  options?.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

function readAll(options: ReadReq.Options | undefined, storage: StreamStorage): AsyncIterable<StoreRecord> {
  const position = options?.getAll()?.getPosition()?.getCommitPosition()
  return isNewestFirst(options)
    ? storage.readAllBackwards(position === undefined ? undefined : BigInt(position))
    : storage.readAll(BigInt(position ?? 0))
}

async function readStream(options: ReadReq.Options | undefined, storage: StreamStorage) {
  const stream = options?.getStream()
  const isBackwards = isNewestFirst(options)
  const records = await storage.readStream(
    streamName(stream),
    isBackwards ? 0n : BigInt(stream?.getRevision() ?? 0),
  )
  return isBackwards ? records?.toReversed() : records
}

async function subscribe(call: Call, storage: StreamStorage, faults: Faults): Promise<void> {
  const position = call.request.getOptions()?.getAll()?.getPosition()?.getCommitPosition()
  const after = position === undefined || faults.redelivers ? -1n : BigInt(position)
  const isWanted = streamFilter(call.request.getOptions())
  const ended = new AbortController()
  call.on('cancelled', () => ended.abort())
  const unregister = faults.registerSubscription((how: SubscriptionEnd) => {
    ended.abort()
    if (how === 'end') call.end()
    else fail(call, grpcError(how.code))
  })
  if (faults.silent.has('subscribe')) return
  let hasCaughtUp = false
  await send(call, confirmation(randomUUID()), faults)
  if (faults.searchMs > 0) await sleep(faults.searchMs)
  for await (const { records, position, live } of storage.subscribe(after, ended.signal)) {
    for (const record of records)
      if (!ended.signal.aborted && !faults.isStalled && isWanted(record.stream))
        await send(call, readEvent(record), faults)
    if (ended.signal.aborted) break
    if (position >= 0n) await send(call, checkpoint(faults.checkpointAt(position)), faults)
    if (live && !hasCaughtUp && faults.hasCaughtUp) await send(call, caughtUp(), faults)
    hasCaughtUp ||= live
  }
  unregister()
}

/** Sends a message when the client can receive it. Returns false when the call has ended. */
async function send(call: Call, message: ReadResp, faults: Faults): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false
  faults.sentEvents++
  if (!call.write(message)) await waitForDrain(call)
  return !call.cancelled
}

/** Resolves when the client can receive more, or the call has ended. */
function waitForDrain(call: Call): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      call.off('drain', resume).off('cancelled', resume)
      resolve()
    }
    call.on('drain', resume).on('cancelled', resume)
  })
}

/** Only an `error` event lets a stream end with a gRPC status. */
function fail(call: Call, error: Error) {
  call.emit('error', error)
}
