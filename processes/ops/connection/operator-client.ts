// Sends requests of the operator's shell to a server, with a token of an operator, a new one for each.

import { text } from 'node:stream/consumers'
import { request as send, type IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { problem } from '@thirty/contracts/endpoints/responses.ts'
import { progressType, type OutcomeLine, type ProgressLine } from '@thirty/contracts/endpoints/progress.ts'
import type {
  EndpointDefinition,
  SchemaInput,
  SchemaOutput,
} from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { ShellFault } from '../shell-context.ts'

/** The variable parts of a request. `file` is sent as the body; its size is in bytes. */
export type OperatorRequest<Definition extends EndpointDefinition> = {
  params?: SchemaInput<Definition['params']>
  query?: Record<string, string>
  body?: SchemaInput<Definition['body']>
  file?: { content: Readable; type: string; size: number }
}

export type OperatorClient = ReturnType<typeof operatorClient>

type Target = { host: string; port: number } | { socketPath: string }

export function operatorClient(target: Target, options: { issueToken(): string; signal: AbortSignal }) {
  /** Sends a request and returns the response when its head has arrived. Throws `ShellFault` with the message of a refusal. */
  const open = async <Definition extends EndpointDefinition>(
    definition: Definition,
    request: OperatorRequest<Definition> = {},
  ): Promise<IncomingMessage> => {
    const response = await sendRequest(target, definition, request, options)
    const status = response.statusCode ?? 0
    if (status >= 200 && status < 300) return response
    throw refusalOf(status, await text(response))
  }
  /**
   * Sends a request and returns the parsed response. `onProgress` receives what the server reports meanwhile. Throws
   * `ShellFault` with the message of a refusal.
   */
  const call = async <Definition extends EndpointDefinition>(
    definition: Definition,
    request?: OperatorRequest<Definition>,
    onProgress?: (progress: SchemaOutput<Definition['progress']>) => void,
  ): Promise<SchemaOutput<Definition['response']>> => {
    const response = await open(definition, request)
    const body = response.headers['content-type']?.startsWith(progressType)
      ? await outcomeOf(response, options.signal, onProgress)
      : JSON.parse(await text(response))
    // The server sends what the schema of its own definition describes; another release may send something else.
    const parsed = definition.response?.safeParse(body)
    if (parsed?.success !== true)
      throw new ShellFault(
        'The response of the server has an unknown form. Does the server run another release than this shell?',
      )
    return parsed.data as never
  }
  return { open, call }
}

function sendRequest<Definition extends EndpointDefinition>(
  target: Target,
  definition: Definition,
  { params, query, body, file }: OperatorRequest<Definition>,
  { issueToken, signal }: { issueToken(): string; signal: AbortSignal },
): Promise<IncomingMessage> {
  const content = body === undefined ? undefined : JSON.stringify(body)
  // The parameters of a path are texts.
  const parts = (params ?? {}) as Record<string, string>
  const address = definition.path.replaceAll(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(parts[name] ?? ''),
  )
  const path = query ? `${address}?${new URLSearchParams(query).toString()}` : address
  const headers = {
    ...(definition.progress && { accept: `${progressType}, application/json` }),
    authorization: `Bearer ${issueToken()}`,
    ...(content !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
    }),
    ...(file && { 'content-type': file.type, 'content-length': file.size }),
  }
  return new Promise((resolve, reject) => {
    // Not over the connection of an earlier request: the server may be closing it, after a check that kept it busy for seconds.
    const agent = false
    const request = send({ ...target, agent, method: definition.method, path, headers, signal }, resolve)
    request.on('error', (error) => reject(signal.aborted ? error : unreachable(error)))
    // A server that refuses a file may close the connection before it was sent; its response says why.
    if (file) pipeline(file.content, request).catch(() => undefined)
    else request.end(content)
  })
}

/**
 * Reads a response with progress; returns the body of its outcome. Throws `ShellFault` for a refusal, and if the connection ends
 * before the outcome.
 */
async function outcomeOf<Progress>(
  response: IncomingMessage,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<unknown> {
  for await (const sent of linesOf(response, signal)) {
    // The server writes nothing else.
    const line = JSON.parse(sent) as ProgressLine<Progress> | OutcomeLine
    if ('progress' in line) onProgress(line.progress)
    else if (line.status < 300) return line.body
    else throw refusalOf(line.status, JSON.stringify(line.body))
  }
  throw connectionLost()
}

/** Returns the complete lines of a response; the rest of a cut line is left out. */
async function* linesOf(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const part of response.setEncoding('utf8')) {
      const lines = `${rest}${part}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw signal.aborted ? error : connectionLost(error)
  }
}

/** Imports are the only requests with progress. */
const connectionLost = (cause?: unknown): ShellFault =>
  new ShellFault(
    'The connection to the server was lost. The server may complete the import; see `backup list`.',
    { cause },
  )

function refusalOf(status: number, body: string): ShellFault {
  if (status === 401)
    return new ShellFault(
      'The server does not accept this shell as its operator. JWT_SECRET must be that of the server, and the shell must run on its machine.',
    )
  try {
    const { message, errors } = problem.parse(JSON.parse(body))
    return new ShellFault(
      [message, ...Object.values(errors ?? {}).filter((each) => each !== message)].join('\n'),
    )
  } catch {
    return new ShellFault(`The server responded with status ${status}.`)
  }
}

const unreachable = (cause: Error): ShellFault =>
  new ShellFault(`The server cannot be reached: ${cause.message}`, { cause })
