import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { historyEndpoints, type ImportProgress } from '@thirty/contracts/backups/api.ts'
import { progressType } from '@thirty/contracts/endpoints/progress.ts'
import { closeServer, listen } from '@thirty/infra/testing/listening.ts'
import { expect, onTestFinished, test } from 'vitest'
import { ShellFault } from '../shell-context.ts'
import { operatorClient } from './operator-client.ts'

const progress: ImportProgress = { step: 'appending', events: 1, total: 2 }
const progressLine = `${JSON.stringify({ progress })}\n`
const lost = 'The connection to the server was lost. The server may complete the import; see `backup list`.'

/** Imports into a server that sends these texts and then waits. Returns how it ends; `onProgress` is called with the response. */
async function importInto(
  texts: string,
  onProgress: (response: ServerResponse, interrupt: AbortController) => void,
): Promise<unknown> {
  const interrupt = new AbortController()
  const responses: ServerResponse[] = []
  const server = createServer((request, response) => {
    responses.push(response)
    request.resume()
    request.on('end', () => response.writeHead(200, { 'content-type': progressType }).write(texts))
  })
  onTestFinished(() => closeServer(server))
  const port = await listen(server)
  const options = { issueToken: () => 'token', signal: interrupt.signal }
  const file = { content: Readable.from([Buffer.from('file')]), type: 'application/gzip', size: 4 }
  return operatorClient({ host: '127.0.0.1', port }, options)
    .call(historyEndpoints.import, { file }, () => {
      for (const response of responses) onProgress(response, interrupt)
    })
    .catch((error: unknown) => error)
}

const half = `${progressLine}{"status":200,"bo`
test.each<[string, string, 'destroy' | 'end']>([
  ['is lost after a line', progressLine, 'destroy'],
  ['is lost within a line', half, 'destroy'],
  ['ends within a line', half, 'end'],
])('a connection that %s says that the server may complete the import', async (_, texts, how) => {
  const error = await importInto(texts, (response) => void response[how]())
  expect(error).toBeInstanceOf(ShellFault)
  expect(error).toMatchObject({ message: lost })
})

test('Ctrl-C is not a lost connection', async () => {
  const error = await importInto(progressLine, (_, interrupt) => interrupt.abort())
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ShellFault)
})

test('a request does not fail because the server closes the connection of the one before', async () => {
  const used = new Set<Socket>()
  const server = createServer(({ socket }, response) => {
    if (used.has(socket)) socket.destroy()
    else response.end('{}')
    used.add(socket)
  })
  onTestFinished(() => closeServer(server))
  const port = await listen(server)
  const options = { issueToken: () => 'token', signal: new AbortController().signal }
  const { open } = operatorClient({ host: '127.0.0.1', port }, options)
  for (let request = 1; request <= 3; request += 1)
    expect(await text(await open(historyEndpoints.status))).toBe('{}')
})
