import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { join } from 'node:path'
import { headAnchorWriter } from '../head-anchor.ts'
import { eraseEvents } from './erase.ts'
import { isTransient, describeError } from './sqlite-errors.ts'
import { openAppender } from './appender.ts'
import { lockFolder } from '../folder-lock.ts'
import type { WriterResponse, WriterRequest, WriterOptions } from './writer-messages.ts'
import { inTransaction, openForWriting } from '../database.ts'
import { requireIntactLog } from '../verify-and-recover/verify.ts'
import { truncateWal, walCheckpoints } from './wal-checkpoints.ts'

// The thread that owns the disk. Whatever waits goes into one transaction and is answered after its commit.

type AppendMessage = WriterRequest & { kind: 'append' }

if (parentPort === null) throw new Error('sqlite/writer.ts is the thread behind openSqliteLog.')
const port = parentPort
// Only `startWriter` starts this thread.
const { folder } = workerData as WriterOptions
const answer = (message: WriterResponse) => port.postMessage(message)

/** Where a transaction stops taking more; two numbers for each append. */
const mostOutcomes = 8192

const unlock = lockFolder(folder)
const db = openForWriting(join(folder, 'events.db'))
answer({ kind: 'opened', head: lastPosition() })
const ledger = openAppender(db, requireIntactLog(db, folder))
const wal = walCheckpoints(db)
const anchor = headAnchorWriter(folder, ledger.head, fail)
let failure: string | undefined
answer({ kind: 'verified' })
port.on('message', work)

function lastPosition() {
  return Number(db.prepare('SELECT coalesce(max(position), -1) AS head FROM events').get()?.['head'])
}

function take(): WriterRequest | undefined {
  // The main thread sends nothing else.
  return receiveMessageOnPort(port)?.message as WriterRequest | undefined
}

function work(message: WriterRequest) {
  let next: WriterRequest | undefined = message
  while (next !== undefined) {
    if (next.kind === 'append') {
      next = append(next)
      continue
    }
    if (next.kind === 'erase') forget(next.stream, next.before)
    else void close()
    next = take()
  }
}

/** Answers this message and those of its kind that wait behind it. Returns one that was taken, but not treated. */
function append(first: AppendMessage): WriterRequest | undefined {
  const group = { count: first.count, outcomes: new Array<number>() }
  let untreated: WriterRequest | undefined
  try {
    guard()
    inTransaction(db, () => {
      untreated = gather(first, group)
    })
    ledger.committed()
  } catch (error) {
    if (failure === undefined) ledger.rolledBack()
    answer({ kind: 'unavailable', count: group.count, reason: failure ?? describeError(error) })
    if (!isTransient(error)) fail(error)
    return untreated
  }
  answer({ kind: 'appended', outcomes: group.outcomes })
  anchor.schedule()
  tidy()
  return untreated
}

function gather(
  first: AppendMessage,
  group: { count: number; outcomes: number[] },
): WriterRequest | undefined {
  let message = first
  for (;;) {
    ledger.apply(message.appends, group.outcomes)
    if (group.outcomes.length >= mostOutcomes) return undefined
    const next = take()
    if (next?.kind !== 'append') return next
    group.count += next.count
    message = next
  }
}

function forget(stream: string, before: number | 'all') {
  try {
    guard()
    eraseEvents(db, ledger.streams, stream, before)
    if (truncateWal(db)) answer({ kind: 'erased' })
    else
      answer({
        kind: 'erased',
        reason: 'Another program reads the event log; forgotten bytes may still be in its files.',
      })
  } catch (error) {
    answer({ kind: 'erased', reason: failure ?? describeError(error) })
    if (!isTransient(error)) fail(error)
  }
}

function tidy() {
  try {
    wal.afterCommit()
  } catch (error) {
    if (!isTransient(error)) fail(error)
  }
}

function guard() {
  if (failure !== undefined) throw new Error(failure)
}

/** After an error that says nothing about what is on disk, nothing is acknowledged any more. */
function fail(error: unknown) {
  if (failure !== undefined) return
  failure = describeError(error)
  answer({ kind: 'failed', reason: failure })
}

async function close() {
  // Closing the file would write to it once more, and after a failure nothing may.
  if (failure === undefined) {
    truncateWal(db)
    await anchor.close()
    db.close()
    unlock()
  }
  answer({ kind: 'closed' })
  port.close()
}
