// Writes the embedded log to the disk, in the writer thread. All waiting appends go into one transaction and are answered after its
// commit.

import { join } from 'node:path'
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import { headAnchorWriter } from '../head-anchor.ts'
import { openAppender } from './appender.ts'
import { isTransient, describeError } from '../../../sqlite-errors.ts'
import { lockFolder } from '../folder-lock.ts'
import type { Erasure, WriterResponse, WriterRequest } from './writer-messages.ts'
import { inTransaction, openForWriting } from '../database.ts'
import { requireIntactLog } from '../verify-and-recover/verify.ts'
import { walCheckpoints } from './wal-checkpoints.ts'
import { hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

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
  const last = db.prepare('SELECT coalesce(max(position), -1) AS head FROM events').get()
  send({ kind: 'opened', head: Number(last?.['head']) })
  const appender = openAppender(db, requireIntactLog(db, folder))
  const wal = walCheckpoints(db, { attempt, onCheckpoint: sameFile.written })
  const anchorWriter = headAnchorWriter(folder, checkedHead, fail)
  let failure: string | undefined
  const fileCheck = setInterval(() => attempt(sameFile.require), fileCheckMs)
  // A process that was killed between an erasure and this left erased bytes.
  attempt(wal.emptyAtOnce)
  send({ kind: 'verified' })
  port.on('message', handleMessages)

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
   * Handles this append message and all that come meanwhile, in one transaction. Returns the first message of another
   * kind, which it received but did not handle.
   */
  function append(first: WriterRequest & { kind: 'append' }): WriterRequest | undefined {
    const messages = [first]
    const outcomes: number[] = []
    let unhandled: WriterRequest | undefined
    try {
      requireWritable()
      inTransaction(db, () => {
        for (const { appends } of messages) {
          appender.apply(appends, outcomes)
          if (outcomes.length >= maxOutcomes) return
          const next = nextMessage()
          if (next?.kind === 'append') messages.push(next)
          else unhandled = next
        }
      })
      appender.committed()
      send({ kind: 'appended', outcomes })
      anchorWriter.schedule()
      attempt(wal.afterCommit)
    } catch (error) {
      if (failure === undefined) appender.rolledBack()
      for (const { count } of messages)
        send({ kind: 'unavailable', count, reason: failure ?? describeError(error) })
      if (!isTransient(error)) fail(error)
    }
    return unhandled
  }

  function erase(erasure: Erasure) {
    try {
      requireWritable()
      appender.erase(erasure)
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

  /** Does work, unless the log has failed, that is repeated later if it fails for a while, such as on a full disk. */
  function attempt(work: () => unknown) {
    if (failure !== undefined) return
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
    attempt(wal.close)
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

/**
 * Notices that a file, which is open, was replaced, removed or overwritten. Writes to the open file are lost then, and files beside it (the
 * head anchor, the WAL) belong to another log.
 */
export function sameFileCheck(file: string) {
  const descriptor = openSync(file, 'r')
  const opened = fstatSync(descriptor, { bigint: true })
  let changedAt = opened.mtimeNs
  let content = contentHash(descriptor)

  return {
    /** Throws when another file has replaced the opened one, or another program has written to it. */
    require(): void {
      const present = statSync(file, { bigint: true, throwIfNoEntry: false })
      const isSame = present?.ino === opened.ino && present.dev === opened.dev
      // A file system may change the time of a write later, so the content decides.
      if (isSame && (present.mtimeNs === changedAt || contentHash(descriptor) === content)) {
        changedAt = present.mtimeNs
        return
      }
      throw new Error(`${file} was replaced or removed while the product was running`)
    },
    /** To be called after every checkpoint: nothing else may change the file. */
    written(): void {
      changedAt = fstatSync(descriptor, { bigint: true }).mtimeNs
      content = contentHash(descriptor)
    },
    /**
     * To be called after SQLite has closed the file. Closing any descriptor of a file releases the locks of the process: closing ours earlier
     * would release the locks of SQLite.
     */
    close: (): void => closeSync(descriptor),
  }
}

const headBytes = 4_096
/** The newest events are in one of the pages that were added last. */
const tailBytes = 65_536

/** Returns the hash of the beginning of a database, which counts its changes and pages, and of its end. */
function contentHash(descriptor: number): string {
  const { size } = fstatSync(descriptor)
  const bytes = Buffer.alloc(headBytes + tailBytes)
  readSync(descriptor, bytes, 0, headBytes, 0)
  readSync(descriptor, bytes, headBytes, tailBytes, Math.max(size - tailBytes, 0))
  return hash('sha256', bytes)
}
