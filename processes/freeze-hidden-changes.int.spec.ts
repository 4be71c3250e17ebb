import { setTimeout as pause } from 'node:timers/promises'
import { permissionIds } from '@thirty/contracts/rules/permissions.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildRequest, endpointUses, requestAboutOwner, type EndpointUse } from './testing/endpoint-uses.ts'
import { freeze, submitProject } from './testing/scenario.ts'
import { startTestProduct, type Person, type TestProduct, type TestRequest } from './testing/product.ts'

// The spec starts a whole product with embedded stores.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let product: TestProduct
let people: Record<'rated' | 'other' | 'admin', Person>
let project: string
/** By the name of the endpoint, with the participant whom the request is about. */
let requests: { name: string; request: TestRequest; owner: Person | undefined }[]
let prepared: { name: string; request: TestRequest }[]

const isForAdmins = ({ definition: { access } }: EndpointUse) => permissionIds.some((id) => id === access)
const readable = endpointUses.filter(
  (use) => use.definition.method === 'GET' && !isForAdmins(use) && use.definition.access !== 'operators',
)
/** Redirects to a provider with a random state. */
const isRandom = ({ name }: EndpointUse) => name.startsWith('social.')

beforeAll(async () => {
  product = await startTestProduct()
  const [rated, other, admin] = [
    await product.participant(),
    await product.participant(),
    await product.admin(),
  ]
  people = { rated, other, admin }
  project = await submitProject(product, rated)
  await submitProject(product, other)
  // Before the freeze, because the scenarios make what they read.
  requests = []
  for (const use of readable.filter((one) => !isRandom(one)))
    requests.push({
      name: use.name,
      ...(await requestAboutOwner(use, { product, sender: undefined, admin })),
    })
  prepared = []
  for (const use of hiddenCommands.filter((one) => !isScoring(one))) {
    const { request } = await requestAboutOwner(use, { product, sender: admin, admin })
    prepared.push({ name: use.name, request })
  }
  await rateAll(2)
  await freeze(product, admin)
})
afterAll(() => product.close())

async function send(by: Person, method: string, path: string, body?: unknown): Promise<unknown> {
  const { status, json, text } = await product.ask({ method, path, body, token: by.token })
  if (status >= 300) throw new Error(`${method} ${path} was refused: ${status} ${text}`)
  return json
}

/** Rates every project as an admin. */
async function rateAll(all: number) {
  // The schema of the response defines this type.
  const { projects } = (await send(people.admin, 'GET', '/api/projects/all')) as {
    projects: { _id: string }[]
  }
  for (const { _id } of projects)
    await send(people.admin, 'POST', '/api/ratings/submit', {
      projectId: _id,
      criteria: { functionality: all, design: all, innovation: all, codeQuality: all, completeness: all },
      feedback: `Stars: ${all}`,
    })
}

/** Everything that admins do and that others must not learn of during a freeze. */
const hiddenCommands = endpointUses.filter(
  (use) =>
    /^(scoring|judging|savedTexts|claims)\./.test(use.name) &&
    use.definition.method !== 'GET' &&
    isForAdmins(use),
)

/** Is built when it is sent: it names the scoring that is changed. */
const isScoring = ({ name }: EndpointUse) => name.startsWith('scoring.')

async function changeWhatIsHidden() {
  await rateAll(5)
  const { admin, rated: owner } = people
  for (const { name, request } of prepared) await succeed(name, request)
  for (const use of hiddenCommands.filter(isScoring))
    await succeed(use.name, await buildRequest(use, { product, owner, sender: admin, admin }))
  await exclude(owner)
}

async function succeed(name: string, request: TestRequest) {
  const { status, text } = await product.ask({ ...request, token: people.admin.token })
  expect([name, status, status < 300 ? '' : text]).toEqual([name, status, ''])
}

/** Changes weights, and excludes a participant from the leaderboard. */
async function exclude(person: Person) {
  // The schema of the response defines this type.
  const { inForce, position } = (await send(people.admin, 'GET', '/api/admin/what-if')) as {
    inForce: { version: string }
    position: string
  }
  await send(people.admin, 'POST', '/api/admin/scoring', {
    weights: { projects: 7, quality: 0.3, streak: 1 },
    excluded: [person.id],
    position,
    version: inForce.version,
    reason: 'Not in the contest',
  })
}

/** Fields with a time that each request has of its own; `asOf` of the landing page, and not of the leaderboard. */
const times = ['exportedAt', 'lastSeenAt', 'seenAt', 'expiresAt']
const contentOf = (json: unknown, name = ''): string => {
  const own = new Set(name === 'leaderboard.showcase' ? [...times, 'asOf'] : times)
  return JSON.stringify(json, (key: string, value: unknown) => (own.has(key) ? undefined : value))
}

const changingHeaders = /^(date|x-request-id|ratelimit.*|keep-alive|connection|content-length)$/
const headersOf = (headers: Readonly<Record<string, unknown>>): string =>
  Object.entries(headers)
    .filter(([name]) => !changingHeaders.test(name))
    .map(([name, value]) => `${name}: ${String(value)}`.replace(/'nonce-[\w-]+'/, 'nonce'))
    .toSorted()
    .join('\n')

type Answers = Map<string, { status: number; body: string; headers: string }>

async function readEverything(): Promise<Answers> {
  const answers: Answers = new Map()
  for (const { name, request, owner } of requests)
    for (const [reader, token] of [
      ['visitor', undefined],
      ['owner', (owner ?? people.rated).token],
      ['other', people.other.token],
    ] as const) {
      const { status, json, bytes, headers } = await product.ask({ ...request, token })
      // The tag of such an answer is a digest of it with the time of the request.
      const hasOwnTime = json !== undefined && contentOf(json, name) !== JSON.stringify(json)
      const telling = hasOwnTime ? { ...headers, etag: '' } : headers
      const body = json === undefined ? bytes.toString('base64') : contentOf(json, name)
      answers.set(`${reader} ${name}`, { status, body, headers: headersOf(telling) })
    }
  return answers
}

/** The heartbeat of everybody but admins, without its time. */
async function publicHeartbeat() {
  const [audience] = product.core.models.audiences()
  expect(audience?.except).toBe(rooms.admins)
  return { ...(await audience?.heartbeat(3, true)), at: '' }
}

/** The replies to commands of participants that change nothing. */
async function acknowledgements(): Promise<string[]> {
  const like = () => send(people.other, 'PUT', `/api/projects/${project}/like`)
  await like()
  return [
    contentOf(await like()),
    contentOf(await send(people.rated, 'POST', `/api/projects/${project}/view`, {})),
  ]
}

test('what a freeze hides changes no answer, header, reply and frame of visitors and participants (T521)', async () => {
  expect(requests.length).toBeGreaterThan(40)
  expect(hiddenCommands.length).toBeGreaterThan(8)
  await acknowledgements()
  const acknowledged = await acknowledgements()
  const sockets = await Promise.all(
    [undefined, people.rated, people.other, people.admin].map((person) =>
      openSocket(product.address, person?.token, 'http://thirty.test'),
    ),
  )
  for (const { socket } of sockets)
    for (const room of [
      rooms.showcase,
      rooms.community,
      rooms.project(project),
      rooms.profile(people.rated.id),
    ])
      await socket.emitWithAck('watch', { room })
  const epochsOf = (heard: readonly { payload: unknown }[]) =>
    new Set(heard.map(({ payload }) => (payload as { epoch?: string }).epoch))
  await readEverything()
  const before = await readEverything()
  const heartbeat = await publicHeartbeat()
  await pause(500)
  for (const { heard } of sockets) heard.length = 0

  await changeWhatIsHidden()
  const admin = sockets[3]
  await vi.waitFor(() => {
    const names = admin?.heard.map(({ message }) => message)
    expect(names).toEqual(expect.arrayContaining(['news.missed', 'leaderboard.changed']))
  })
  await pause(1_500)
  for (const { heard } of sockets.slice(0, 3))
    expect(heard.filter(({ message }) => message !== 'leaderboard.heartbeat')).toEqual([])

  const after = await readEverything()
  for (const [request, answer] of before) expect([request, after.get(request)]).toEqual([request, answer])
  expect(await publicHeartbeat()).toEqual(heartbeat)
  expect(await acknowledgements()).toEqual(acknowledged)
  // Frames about what anybody may see have the epoch of before, too.
  await send(people.other, 'POST', `/api/projects/${project}/comments`, { text: 'Nice' })
  await vi.waitFor(() =>
    expect(sockets[1]?.heard.map(({ message }) => message)).toContain('project.commented'),
  )
  // The documentation has an epoch in its examples, which belongs to no read model.
  const epochs = [...before].flatMap(([request, { body }]) =>
    request.endsWith(' documentation.openApi') ? [] : (/"epoch":"([^"]+)"/.exec(body)?.[1] ?? []),
  )
  expect(new Set(epochs).size).toBe(1)
  for (const { heard } of sockets.slice(0, 3))
    for (const epoch of epochsOf(heard)) expect(epochs).toContain(epoch)
  for (const { socket } of sockets) socket.disconnect()
})

test('during a freeze participants find at once what they wrote, and no position tells how long the log is', async () => {
  await rateAll(4)
  const text = 'Well done'
  // The schemas of the responses define these types.
  const posted = (await send(people.other, 'POST', `/api/projects/${project}/comments`, { text })) as {
    position: string
    pending?: true
  }
  const read = (await send(people.other, 'GET', `/api/projects/${project}/comments`)) as {
    comments: { text: string }[]
    position: string
  }
  expect(posted.pending).toBeUndefined()
  expect(read.comments.map((comment) => comment.text)).toContain(text)
  expect(read.position).toBe(posted.position)
  // A position beyond the end of the log is refused, except by the frozen leaderboard.
  const at = async (position: bigint) => {
    const path = `/api/leaderboard/leaderboard?at=${position}`
    const { status, text: body } = await product.ask({ method: 'GET', path, token: people.other.token })
    return [status, body]
  }
  const end = await product.core.log.head()
  expect(await at(end + 1_000n)).toEqual(await at(end))
})

test('admins see the change: their leaderboard has another epoch and the new scoring', async () => {
  const boardOf = async (person: Person) =>
    // The schema of the response defines this type.
    (await send(person, 'GET', '/api/leaderboard/leaderboard')) as {
      epoch: string
      scoring?: { weights: unknown }
      data: { id: string }[]
    }
  const [shown, hidden] = [await boardOf(people.rated), await boardOf(people.admin)]
  expect(hidden.epoch).not.toBe(shown.epoch)
  expect(hidden.scoring).toMatchObject({ weights: { projects: 7, quality: 0.3, streak: 1 } })
  expect(shown.scoring).not.toEqual(hidden.scoring)
  expect(shown.data.map(({ id }) => id)).toContain(people.rated.id)
})
