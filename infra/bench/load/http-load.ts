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
  /** The status that every answer must have. */
  status: number
}

/** Sends every request once, shared out among connections of which each waits for its answer. Answers/s. */
export async function responsesPerSecond({
  address,
  connections,
  requests,
  status,
}: LoadOptions): Promise<number> {
  const shares = sharesOf(requests, connections)
  let wrong = 0
  let [start, end] = [0, 0]
  const done = Promise.withResolvers<autocannon.Result>()
  const setupClient = (client: autocannon.Client) => client.setRequests(shares.pop() ?? [])
  const options = { url: address, connections, amount: requests.length, setupClient }
  const running = autocannon(options, (problem: unknown, result) =>
    problem ? done.reject(problem) : done.resolve(result),
  )
  // Autocannon counts whole seconds, and what it does before it sends anything.
  running.on('response', (_client, answered) => {
    end = performance.now()
    start ||= end
    if (answered !== status) wrong++
  })
  const { errors } = await done.promise
  if (wrong + errors > 0)
    throw new Error(`${wrong} of ${requests.length} answers were not ${status}, ${errors} failed.`)
  return (requests.length / (end - start)) * 1000
}

/** Equal shares, as autocannon counts them: their number must be divisible by that of the connections. */
function sharesOf(requests: readonly LoadRequest[], connections: number): LoadRequest[][] {
  const size = requests.length / connections
  return Array.from({ length: connections }, (_, at) => requests.slice(at * size, (at + 1) * size))
}
