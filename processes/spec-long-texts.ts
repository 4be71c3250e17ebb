// A thread that judges texts. It answers by how many schemas of calls each of them was judged.
import { parentPort } from 'node:worker_threads'
import { judgedByAll } from '@thirty/contracts/calls/spec-judged.ts'

parentPort?.on('message', (texts: readonly string[]) => parentPort?.postMessage(texts.map(judgedByAll)))
