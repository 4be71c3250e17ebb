// The entry point of the thread that writes the embedded log (`writer.ts`). Only `startWriter` starts it, with the folder.

import { parentPort, workerData } from 'node:worker_threads'
import { openWriter } from './writer.ts'

if (parentPort === null) throw new Error('writer-main.ts must run as a worker thread: use startSqliteLog.')
openWriter(String(workerData), parentPort)
