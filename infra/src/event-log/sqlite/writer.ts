import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { join } from 'node:path'
import { keepAnchor } from './anchor-keeper.ts'
import { emptyWal, erase } from './erase.ts'
import { isForNow, sentenceOf } from './errors.ts'
import { openLedger } from './ledger.ts'
import { lockFolder } from './lock.ts'
import type { FromWriter, ToWriter, WriterOptions } from './protocol.ts'
import { openForWriting } from './schema.ts'
import { inTransaction } from './transaction.ts'
import { requireWhole } from './verify.ts'
import { keepWalSmall } from './wal.ts'

// The thread that owns the disk. Whatever waits goes into one transaction and is answered after its commit.

type AppendMessage = ToWriter & { kind: 'append' }

if (parentPort === null) throw new Error('sqlite/writer.ts is the thread behind openSqliteLog.')
const port = parentPort
// Only `startWriter` starts this thread.
const { folder } = workerData as WriterOptions
const answer = (message: FromWriter) => port.postMessage(message)

/** Where a transaction stops taking more; two numbers for each append. */
const mostOutcomes = 8192

const unlock = lockFolder(folder)
const db = openForWriting(join(folder, 'events.db'))
answer({ kind: 'opened', head: lastPosition() })
const ledger = openLedger(db, requireWhole(db, folder))
const wal = keepWalSmall(db)
const anchor = keepAnchor(folder, ledger.head, fail)
let failure: string | undefined
answer({ kind: 'verified' })
port.on('message', work)

function lastPosition() {
  return Number(db.prepare('SELECT coalesce(max(position), -1) AS head FROM events').get()?.['head'])
}

function take(): ToWriter | undefined {
  // The main thread sends nothing else.
  return receiveMessageOnPort(port)?.message as ToWriter | undefined
}

function work(message: ToWriter) {
  let next: ToWriter | undefined = message
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
function append(first: AppendMessage): ToWriter | undefined {
  const group = { count: first.count, outcomes: new Array<number>() }
  let untreated: ToWriter | undefined
  try {
    guard()
    inTransaction(db, () => {
      untreated = gather(first, group)
    })
    ledger.committed()
  } catch (error) {
    if (failure === undefined) ledger.rolledBack()
    answer({ kind: 'unavailable', count: group.count, reason: failure ?? sentenceOf(error) })
    if (!isForNow(error)) fail(error)
    return untreated
  }
  answer({ kind: 'appended', outcomes: group.outcomes })
  anchor.moved()
  tidy()
  return untreated
}

function gather(first: AppendMessage, group: { count: number; outcomes: number[] }): ToWriter | undefined {
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
    erase(db, ledger.streams, stream, before)
    if (emptyWal(db)) answer({ kind: 'erased' })
    else
      answer({
        kind: 'erased',
        reason: 'Another program reads the event log; forgotten bytes may still be in its files.',
      })
  } catch (error) {
    answer({ kind: 'erased', reason: failure ?? sentenceOf(error) })
    if (!isForNow(error)) fail(error)
  }
}

function tidy() {
  try {
    wal.afterCommit()
  } catch (error) {
    if (!isForNow(error)) fail(error)
  }
}

function guard() {
  if (failure !== undefined) throw new Error(failure)
}

/** After an error that says nothing about what is on disk, nothing is acknowledged any more. */
function fail(error: unknown) {
  if (failure !== undefined) return
  failure = sentenceOf(error)
  answer({ kind: 'failed', reason: failure })
}

async function close() {
  // Closing the file would write to it once more, and after a failure nothing may.
  if (failure === undefined) {
    emptyWal(db)
    await anchor.close()
    db.close()
    unlock()
  }
  answer({ kind: 'closed' })
  port.close()
}
