// Sends every request once over parallel connections, each of which waits for its response.

import autocannon from 'autocannon'

export type LoadRequest = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export type LoadOptions = {
  address: string
  connections: number
  requests: readonly LoadRequest[]
  /** The expected status of every response. */
  status: number
}

/** Returns responses/s. */
export async function responsesPerSecond({
  address,
  connections,
  requests,
  status,
}: LoadOptions): Promise<number> {
  const chunks = splitEvenly(requests, connections)
  let unexpected = 0
  let [start, end] = [0, 0]
  const done = Promise.withResolvers<autocannon.Result>()
  const setupClient = (client: autocannon.Client) => client.setRequests(chunks.pop() ?? [])
  const options = { url: address, connections, amount: requests.length, setupClient }
  const running = autocannon(options, (error: unknown, result) =>
    error ? done.reject(error) : done.resolve(result),
  )
  // Autocannon's own duration is in whole seconds and includes its setup.
  running.on('response', (_client, actualStatus) => {
    end = performance.now()
    start ||= end
    if (actualStatus !== status) unexpected++
  })
  const { errors } = await done.promise
  if (unexpected + errors > 0)
    throw new Error(`${unexpected} of ${requests.length} responses were not ${status}, ${errors} failed.`)
  return (requests.length / (end - start)) * 1000
}

/** Splits requests evenly; their number must be divisible by that of the connections, as autocannon requires. */
function splitEvenly(requests: readonly LoadRequest[], connections: number): LoadRequest[][] {
  const size = requests.length / connections
  return Array.from({ length: connections }, (_, index) => requests.slice(index * size, (index + 1) * size))
}
