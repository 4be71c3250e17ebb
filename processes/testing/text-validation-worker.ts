// A thread that judges texts. It answers by how many schemas of calls each of them was judged.
import { parentPort } from 'node:worker_threads'
import { parseWithAllSchemas } from '@thirty/contracts/testing/parse-with-all-schemas.ts'

parentPort?.on('message', (texts: readonly string[]) =>
  parentPort?.postMessage(texts.map(parseWithAllSchemas)),
)
