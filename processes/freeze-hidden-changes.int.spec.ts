import { setTimeout as pause } from 'node:timers/promises'
import { rooms } from '@thirty/contracts/live/live.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import {
  buildRequest,
  endpointUses,
  isForAdmins,
  requestAboutOwner,
  type EndpointUse,
} from './testing/endpoint-uses.ts'
import { freeze, rate, submitProject } from './testing/scenario.ts'
import { productForFile, type Person, type TestRequest } from './testing/product.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const product = productForFile()
let people: Record<'rated' | 'other' | 'rater' | 'admin', Person>
let project: string
/** By the name of the endpoint, with the participant whom the request is about. */
let requests: { name: string; request: TestRequest; owner: Person | undefined }[]
let prepared: { name: string; request: TestRequest }[]

const readable = endpointUses.filter(
  (use) => use.definition.method === 'GET' && !isForAdmins(use) && use.definition.access !== 'operators',
)
/** Redirects to a provider with a random state. */
const isRandom = ({ name }: EndpointUse) => name.startsWith('social.')

beforeAll(async () => {
  const [rated, other, rater] = [
    await product.participant(),
    await product.participant(),
    await product.participant(),
  ]
  const admin = await product.admin()
  people = { rated, other, rater, admin }
  project = await submitProject(product, rated)
  await submitProject(product, other)
  // Before the freeze, because the scenarios make what they read.
  requests = []
  for (const use of readable.filter((one) => !isRandom(one)))
    requests.push({
      name: use.name,
      ...(await requestAboutOwner(use, { product, sender: undefined, admin })),
    })
  for (const query of boardQueries)
    requests.push({ name: `leaderboard.board ${query}`, request: boardRequest(query), owner: undefined })
  prepared = []
  for (const use of hiddenCommands.filter((one) => !isScoring(one))) {
    const { request } = await requestAboutOwner(use, { product, sender: admin, admin })
    prepared.push({ name: use.name, request })
  }
  await rateAll(2)
  await freeze(product, admin)
})

/** Other leaderboards than the usual one. Now and the end of the log are those of the request. */
const boardQueries = ['sort=quality', 'search=Somebody', 'at=now', 'at=head', 'at=day:1']
const boardRequest = (query: string) => ({ method: 'GET', path: `/api/leaderboard/leaderboard?${query}` })

/** Rates every project as an admin. */
async function rateAll(all: number) {
  type Listed = { projects: { _id: string }[] }
  const { projects } = await product.send<Listed>(people.admin, 'GET /api/projects/all')
  for (const { _id } of projects) await rate(product, people.admin, _id, all)
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
  const { admin, rated: owner, rater } = people
  // The rater does not learn the ratings of others either.
  const given = { average: 1, averageRating: 2, ratingCount: 1 }
  expect(await rate(product, rater, project, 1)).toMatchObject(given)
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
  type Compared = { inForce: { version: string }; position: string }
  const { inForce, position } = await product.send<Compared>(people.admin, 'GET /api/admin/what-if')
  await product.send(people.admin, 'POST /api/admin/scoring', {
    weights: { projects: 7, quality: 0.3, streak: 1 },
    excluded: [person.id],
    position,
    version: inForce.version,
    reason: 'Not in the contest',
  })
}

/** Fields with a time that each request has of its own; `asOf` of the landing page and of boards that are made on request. */
const times = ['exportedAt', 'lastSeenAt', 'seenAt', 'expiresAt']
const contentOf = (json: unknown, name = ''): string => {
  const hasOwnTime = name === 'leaderboard.showcase' || name.startsWith('leaderboard.board ')
  const own = new Set(hasOwnTime ? [...times, 'asOf'] : times)
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
  const [now, head] = [encodeURIComponent(new Date().toISOString()), await product.core.log.head()]
  for (const { name, request, owner } of requests) {
    const path = request.path.replace('at=now', `at=${now}`).replace('at=head', `at=${head}`)
    for (const [reader, token] of [
      ['visitor', undefined],
      ['owner', (owner ?? people.rated).token],
      ['other', people.other.token],
    ] as const) {
      const { status, json, bytes, headers } = await product.ask({ ...request, path, token })
      // The tag of such an answer is a digest of it with the time of the request.
      const hasOwnTime = json !== undefined && contentOf(json, name) !== JSON.stringify(json)
      const telling = hasOwnTime ? { ...headers, etag: '' } : headers
      const body = json === undefined ? bytes.toString('base64') : contentOf(json, name)
      answers.set(`${reader} ${name}`, { status, body, headers: headersOf(telling) })
    }
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
  const like = () => product.send(people.other, `PUT /api/projects/${project}/like`)
  await like()
  return [
    contentOf(await like()),
    contentOf(await product.send(people.rated, `POST /api/projects/${project}/view`, {})),
  ]
}

test('hidden changes of a freeze alter no answer, header, reply or frame of visitors and participants (T521)', async () => {
  expect(requests.length).toBeGreaterThan(40)
  expect(hiddenCommands.length).toBeGreaterThan(8)
  await acknowledgements()
  const acknowledged = await acknowledgements()
  const sockets = await Promise.all(
    [undefined, people.rated, people.other, people.admin].map((person) => product.openSocket(person)),
  )
  const watched = [
    rooms.showcase,
    rooms.community,
    rooms.project(project),
    rooms.profile(people.rated.id),
    rooms.leaderboard,
  ]
  const watchAll = ({ socket }: (typeof sockets)[number]): Promise<unknown[]> =>
    Promise.all(watched.map((room) => socket.emitWithAck('watch', { room })))
  const joined = (await Promise.all(sockets.map(watchAll))).slice(0, 3)
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
  expect(await Promise.all(sockets.slice(0, 3).map(watchAll))).toEqual(joined)
  // Frames about what anybody may see have the epoch of before, too.
  await product.send(people.other, `POST /api/projects/${project}/comments`, { text: 'Nice' })
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
})

test('during a freeze participants find at once what they wrote, and no position tells how long the log is', async () => {
  await rateAll(4)
  const text = 'Well done'
  const comments = `/api/projects/${project}/comments`
  type Posted = { position: string; pending?: true }
  const posted = await product.send<Posted>(people.other, `POST ${comments}`, { text })
  type Read = { comments: { text: string }[]; position: string }
  const read = await product.send<Read>(people.other, `GET ${comments}`)
  expect(posted.pending).toBeUndefined()
  expect(read.comments.map((comment) => comment.text)).toContain(text)
  expect(read.position).toBe(posted.position)
  // A position beyond the end of the log is refused, except by the frozen leaderboard.
  const at = async (position: bigint) => {
    const endpoint = `GET /api/leaderboard/leaderboard?at=${position}`
    const { status, text: body } = await product.answer(people.other, endpoint)
    return [status, body]
  }
  const end = await product.core.log.head()
  expect(await at(end + 1_000n)).toEqual(await at(end))
})
