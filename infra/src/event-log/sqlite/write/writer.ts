import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { join } from 'node:path'
import { headAnchorWriter } from '../head-anchor.ts'
import { eraseEvents } from './erase.ts'
import { isTransient, describeError } from './sqlite-errors.ts'
import { openAppender } from './appender.ts'
import { lockFolder } from '../folder-lock.ts'
import type { Erasure, WriterResponse, WriterRequest, WriterOptions } from './writer-messages.ts'
import { inTransaction, openForWriting } from '../database.ts'
import { requireIntactLog } from '../verify-and-recover/verify.ts'
import { walCheckpoints } from './wal-checkpoints.ts'

// The thread that writes to the disk. All waiting appends go into one transaction and are answered after its commit.

type AppendMessage = WriterRequest & { kind: 'append' }

if (parentPort === null) throw new Error('writer.ts must run as a worker thread: use openSqliteLog.')
const port = parentPort
// Only `startWriterThread` starts this thread, with `WriterOptions`.
const { folder } = workerData as WriterOptions
const send = (message: WriterResponse) => port.postMessage(message)

/** A transaction with this many outcomes accepts no more appends; each append has two outcomes. */
const maxOutcomes = 8192

const unlock = lockFolder(folder)
const db = openForWriting(join(folder, 'events.db'))
send({ kind: 'opened', head: lastPosition() })
const appender = openAppender(db, requireIntactLog(db, folder))
const wal = walCheckpoints(db, checkpointErasures)
const anchorWriter = headAnchorWriter(folder, appender.head, fail)
let failure: string | undefined
send({ kind: 'verified' })
port.on('message', handleMessages)

function lastPosition() {
  return Number(db.prepare('SELECT coalesce(max(position), -1) AS head FROM events').get()?.['head'])
}

function nextMessage(): WriterRequest | undefined {
  // The main thread sends only `WriterRequest`s.
  return receiveMessageOnPort(port)?.message as WriterRequest | undefined
}

function handleMessages(message: WriterRequest) {
  let next: WriterRequest | undefined = message
  while (next !== undefined) {
    if (next.kind === 'append') {
      next = append(next)
      continue
    }
    if (next.kind === 'erase') erase(next)
    else void close()
    next = nextMessage()
  }
}

/**
 * Handles this append message and all that wait behind it, in one transaction. Returns the first message of another
 * kind, which it received but did not handle.
 */
function append(first: AppendMessage): WriterRequest | undefined {
  const group = { count: first.count, outcomes: new Array<number>() }
  let unhandled: WriterRequest | undefined
  try {
    requireNoFailure()
    inTransaction(db, () => {
      unhandled = applyWaiting(first, group)
    })
    appender.committed()
  } catch (error) {
    if (failure === undefined) appender.rolledBack()
    send({ kind: 'unavailable', count: group.count, reason: failure ?? describeError(error) })
    if (!isTransient(error)) fail(error)
    return unhandled
  }
  send({ kind: 'appended', outcomes: group.outcomes })
  anchorWriter.schedule()
  checkpointWal()
  return unhandled
}

function applyWaiting(
  first: AppendMessage,
  group: { count: number; outcomes: number[] },
): WriterRequest | undefined {
  let message = first
  for (;;) {
    appender.apply(message.appends, group.outcomes)
    if (group.outcomes.length >= maxOutcomes) return undefined
    const next = nextMessage()
    if (next?.kind !== 'append') return next
    group.count += next.count
    message = next
  }
}

function erase(erasure: Erasure) {
  try {
    requireNoFailure()
    eraseEvents(db, appender.streams, erasure)
    // Before the WAL is emptied, which may take seconds while another program reads.
    send({ kind: 'hidden' })
    if (wal.empty()) send({ kind: 'erased' })
    else
      send({
        kind: 'erased',
        reason: 'Another program is reading the event log; erased bytes may still be in its files.',
      })
  } catch (error) {
    send({ kind: 'erased', reason: failure ?? describeError(error) })
    if (!isTransient(error)) fail(error)
  }
}

/** Called after a while when a reader kept erased bytes in the WAL. */
function checkpointErasures() {
  try {
    if (failure === undefined) wal.retryEmpty()
  } catch (error) {
    if (!isTransient(error)) fail(error)
  }
}

function checkpointWal() {
  try {
    wal.afterCommit()
  } catch (error) {
    if (!isTransient(error)) fail(error)
  }
}

function requireNoFailure() {
  if (failure !== undefined) throw new Error(failure)
}

/** After an error that leaves the state of the disk unknown, the log acknowledges nothing any more. */
function fail(error: unknown) {
  if (failure !== undefined) return
  failure = describeError(error)
  send({ kind: 'failed', reason: failure })
}

async function close() {
  // Closing the database would write to it, and after a failure nothing may be written.
  if (failure === undefined) {
    wal.close()
    await anchorWriter.close()
    db.close()
    unlock()
  }
  send({ kind: 'closed' })
  port.close()
}
