// Nearly every spec of `command-api` opens a log, and the threads took a third of their processor time (109 s, now 75).
// A commit waits for the disk in the thread of the spec, and the writer cannot fail alone.

import { EventEmitter } from 'node:events'
import { openWriter } from '@thirty/infra/event-log/sqlite/write/writer.ts'
import type { WriterWorker } from '@thirty/infra/event-log/sqlite/write/writer-thread.ts'
import type {
  WriterOptions,
  WriterRequest,
  WriterResponse,
} from '@thirty/infra/event-log/sqlite/write/writer-messages.ts'

/**
 * Writes an event log in this thread, with the same code and in the same order as a separate thread, whose start takes 50 ms of processor
 * time. For specs of code that uses a log; specs of the log itself use the thread. A writer that fails keeps its files open until the
 * process ends.
 */
export const writerWithoutThread = (options: WriterOptions): WriterWorker => new WriterWithoutThread(options)

/** Fake timers do not replace it. */
const inLaterTurn = setImmediate

class WriterWithoutThread extends EventEmitter implements WriterWorker {
  readonly #waiting: WriterRequest[] = []
  #handle: ((message: WriterRequest) => void) | undefined

  constructor({ folder }: WriterOptions) {
    super()
    inLaterTurn(() => this.#open(folder))
  }

  /** As between threads, messages are copies and arrive in a later turn. */
  postMessage(message: WriterRequest): void {
    this.#waiting.push(structuredClone(message))
    inLaterTurn(() => this.#handleNext())
  }

  async terminate(): Promise<void> {
    this.#handle = undefined
  }

  #open(folder: string): void {
    const send = (message: WriterResponse) => {
      const copy = structuredClone(message)
      inLaterTurn(() => this.emit('message', copy))
    }
    const port = { send, next: () => this.#waiting.shift(), close: () => void this.terminate() }
    try {
      this.#handle = openWriter(folder, port)
    } catch (error) {
      inLaterTurn(() => this.emit('error', error))
    }
  }

  #handleNext(): void {
    const next = this.#waiting.shift()
    if (next !== undefined) this.#handle?.(next)
  }
}
