import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { openWriter } from './writer.ts'
import type { WriterOptions, WriterRequest } from './writer-messages.ts'

// The thread that writes to the disk.

if (parentPort === null) throw new Error('writer-main.ts must run as a worker thread: use openSqliteLog.')
const port = parentPort
// Only `startWriterThread` starts this thread, with `WriterOptions`.
const { folder } = workerData as WriterOptions
const handle = openWriter(folder, {
  send: (message) => port.postMessage(message),
  // The main thread sends only `WriterRequest`s.
  next: () => receiveMessageOnPort(port)?.message as WriterRequest | undefined,
  close: () => port.close(),
})
port.on('message', handle)
