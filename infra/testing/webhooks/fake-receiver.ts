import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { closeServer, listen } from '../listening.ts'

export type ReceivedWebhook = { path: string; body: string; headers: IncomingHttpHeaders }

/** How the receiver answers: a status, or a function that does anything else. */
export type ReceiverAnswer = number | ((response: ServerResponse) => void)

/** A receiver of webhooks on this machine. `received`: all messages, the oldest first. */
export type FakeReceiver = {
  address: string
  received: ReceivedWebhook[]
  /** The next answers, in their order; afterwards the last one again. 204 when empty. */
  answers: ReceiverAnswer[]
  close(): Promise<void>
}

export async function startFakeReceiver(): Promise<FakeReceiver> {
  const receiver = { received: [] as ReceivedWebhook[], answers: [] as ReceiverAnswer[] }
  const server = createServer(
    (request, response) =>
      void text(request).then((body) => {
        receiver.received.push({ path: request.url ?? '', body, headers: request.headers })
        const [next] = receiver.answers.length > 1 ? receiver.answers.splice(0, 1) : receiver.answers
        if (typeof next === 'function') next(response)
        else response.writeHead(next ?? 204).end(next === undefined ? '' : `answer ${next}`)
      }),
  )
  return Object.assign(receiver, {
    address: `http://127.0.0.1:${await listen(server)}/hooks?token=of-the-receiver`,
    close: () => closeServer(server),
  })
}
