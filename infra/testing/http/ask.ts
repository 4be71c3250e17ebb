import { request as send, type IncomingMessage } from 'node:http'

export type Sent = {
  method?: string
  headers?: Record<string, string>
  body?: AsyncIterable<Uint8Array> | Uint8Array
}

/** Sends a request. Returns the response when its headers are there. */
export function ask(
  port: number,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = send({ port, host: '127.0.0.1', path: '/api/file', method, headers }, resolve)
    request.on('error', reject)
    const write = async () => {
      if (body instanceof Uint8Array) request.write(body)
      else for await (const chunk of body ?? []) request.write(chunk)
      request.end()
    }
    void write()
  })
}
