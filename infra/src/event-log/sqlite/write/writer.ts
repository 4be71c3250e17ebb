// Writes the embedded log to the disk, in the writer thread. All waiting appends go into one transaction and are answered after its
// commit.

import { join } from 'node:path'
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import { headAnchorWriter } from '../head-anchor.ts'
import { eraseEvents } from './stream-states.ts'
import { isTransient, describeError } from '../../../sqlite-errors.ts'
import { openAppender } from './appender.ts'
import { lockFolder } from '../folder-lock.ts'
import type { Erasure, WriterResponse, WriterRequest } from './writer-messages.ts'
import { inTransaction, openForWriting } from '../database.ts'
import { requireIntactLog } from '../verify-and-recover/verify.ts'
import { walCheckpoints } from './wal-checkpoints.ts'
import { sameFileCheck } from './same-file.ts'

type AppendMessage = WriterRequest & { kind: 'append' }

/** A transaction with this many outcomes accepts no more appends; each append has two outcomes. */
const maxOutcomes = 8192

/** Milliseconds between two checks that the open file is the one in the folder; every write checks it, too. */
const fileCheckMs = 1_000

/**
 * Opens the log of a folder, and handles the messages of a port until `close`. Throws an Error with a message for the operator when the
 * log is damaged or in use.
 */
export function openWriter(folder: string, port: MessagePort): void {
  const send = (message: WriterResponse) => port.postMessage(message)
  // The other end of the port sends only `WriterRequest`s.
  const nextMessage = () => receiveMessageOnPort(port)?.message as WriterRequest | undefined
  const unlock = lockFolder(folder)
  const file = join(folder, 'events.db')
  const db = openForWriting(file)
  const sameFile = sameFileCheck(file)
  send({ kind: 'opened', head: lastPosition() })
  const appender = openAppender(db, requireIntactLog(db, folder))
  const wal = walCheckpoints(db, { onRetry: retryErasures, onCheckpoint: sameFile.written })
  const anchorWriter = headAnchorWriter(folder, checkedHead, fail)
  let failure: string | undefined
  const fileCheck = setInterval(() => attempt(sameFile.require), fileCheckMs)
  send({ kind: 'verified' })
  port.on('message', handleMessages)

  function lastPosition() {
    return Number(db.prepare('SELECT coalesce(max(position), -1) AS head FROM events').get()?.['head'])
  }

  /** Handles a message and those behind it. */
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
      requireWritable()
      inTransaction(db, () => {
        // Known also when the commit fails: nobody else would handle it.
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
    attempt(wal.afterCommit)
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
      requireWritable()
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
  function retryErasures() {
    if (failure === undefined) attempt(wal.retryEmpty)
  }

  /** Does work that is repeated later if it fails for a while, such as on a full disk. */
  function attempt(work: () => unknown) {
    try {
      work()
    } catch (error) {
      if (!isTransient(error)) fail(error)
    }
  }

  function requireWritable() {
    if (failure !== undefined) throw new Error(failure)
    sameFile.require()
  }

  /** The head for the anchor, which must not get into a folder with another log. */
  function checkedHead() {
    sameFile.require()
    return appender.head()
  }

  /** After an error that leaves the state of the disk unknown, the log acknowledges nothing any more. */
  function fail(error: unknown) {
    if (failure !== undefined) return
    failure = describeError(error)
    send({ kind: 'failed', reason: failure })
  }

  async function close() {
    clearInterval(fileCheck)
    // Closing the database would remove the WAL that is in the folder now, and after a failure nothing may be written.
    attempt(sameFile.require)
    // On a full disk the WAL stays beside the database, and the next start continues with both.
    if (failure === undefined) attempt(wal.close)
    if (failure === undefined) {
      await anchorWriter.close()
      db.close()
      sameFile.close()
      unlock()
    }
    send({ kind: 'closed' })
    port.close()
  }
}
