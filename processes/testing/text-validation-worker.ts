// A thread that parses texts with the schemas of all endpoints. It responds with the number of schemas for each text.
import { parentPort } from 'node:worker_threads'
import { parseWithAllSchemas } from '@thirty/contracts/testing/parse-with-all-schemas.ts'

parentPort?.on('message', (texts: readonly string[]) =>
  parentPort?.postMessage(texts.map(parseWithAllSchemas)),
)
