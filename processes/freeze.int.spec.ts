import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import type { EndpointDefinition } from '@thirty/contracts/api/endpoint-definition.ts'
import { permissionIds } from '@thirty/contracts/rules/permissions.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exampleBackupFile } from './testing/example-backup-file.ts'
import { certificateOf, freeze, openDiscussion, postComment, submitProject } from './testing/scenario.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

// The spec starts a whole product with embedded stores.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** A request of a reader who is not an admin; `reason` says why an endpoint is left out. */
type Use = { params?: Record<string, string>; queries?: readonly string[] } | { reason: string }
type Reader = 'visitor' | 'rated' | 'other'

const definitions: readonly EndpointDefinition[] = Object.values(endpoints).flatMap((group) =>
  Object.values(group),
)
/** Every endpoint that others than admins can read. */
const readable = definitions.filter(
  ({ method, access }) =>
    method === 'GET' && !permissionIds.some((id) => id === access) && access !== 'operators',
)
const randomRedirect = { reason: 'Redirects to a provider with a random state, and reads nothing.' }

let product: TestProduct
let people: Record<'rated' | 'other' | 'rater' | 'admin', Person>
let uses: Record<string, Use>
let project: string
let frozenAt: string

beforeAll(async () => {
  product = await startTestProduct()
  const [rated, other, rater, admin] = [
    await product.participant(),
    await product.participant(),
    await product.participant(),
    await product.admin(),
  ]
  people = { rated, other, rater, admin }
  const certificate = await certificateOf(product, rated)
  await submitProject(product, other)
  project = `r1-d4-${rated.id}`
  const discussion = await openDiscussion(product, other)
  await postComment(product, other, project)
  await send(admin, 'POST', '/api/admin/challenge/start', {})
  await rate(admin, project, 2)
  frozenAt = await freeze(product, admin)
  uses = {
    '/api/reminders/unsubscribe': { queries: [`?token=${product.unsubscribeToken(rated)}`] },
    '/api/auth/github': randomRedirect,
    '/api/auth/google': randomRedirect,
    '/api/auth/github/callback': randomRedirect,
    '/api/auth/google/callback': randomRedirect,
    '/api/users/:user/profile': { params: { user: rated.id } },
    '/api/cards/projects/:projectId': { params: { projectId: project } },
    '/api/cards/users/:userId': { params: { userId: rated.id } },
    '/api/cards/certificates/:code': { params: { code: certificate } },
    '/api/certificates/:code': { params: { code: certificate } },
    '/api/leaderboard/leaderboard': {
      queries: ['', '?sort=quality', '?search=Somebody', '?at=now', '?at=head', '?at=day:1'],
    },
    '/api/leaderboard/:userId/points': { params: { userId: rated.id } },
    '/api/community/discussions/:discussionId': { params: { discussionId: discussion } },
    '/api/projects/user/:userId': { params: { userId: rated.id } },
    '/api/projects/user/:userId/count': { params: { userId: rated.id } },
    '/api/projects/:projectId': { params: { projectId: project } },
    '/api/projects/:projectId/comments': { params: { projectId: project } },
    '/api/ratings/project/:projectId': { params: { projectId: project } },
    '/api/ratings/project/:projectId/mine': { params: { projectId: project } },
  }
})
afterAll(() => product.close())

async function send(by: Person, method: string, path: string, body?: unknown): Promise<unknown> {
  const { status, json, text } = await product.ask({ method, path, body, token: by.token })
  if (status >= 300) throw new Error(`${method} ${path} was refused: ${status} ${text}`)
  return json
}

const rate = (by: Person, projectId: string, all: number) =>
  send(by, 'POST', '/api/ratings/submit', {
    projectId,
    criteria: { functionality: all, design: all, innovation: all, codeQuality: all, completeness: all },
    feedback: `Stars: ${all}`,
  })

/** Fields that differ between two answers to the same question: clocks, and the position up to which events were read. */
const clocks = new Set(['position', 'asOf', 'exportedAt', 'lastSeenAt', 'seenAt', 'expiresAt', 'upTo'])

const withoutClocks = (json: unknown): string =>
  JSON.stringify(json, (key: string, value: unknown) => (clocks.has(key) ? undefined : value))

const readers: readonly Reader[] = ['visitor', 'rated', 'other']
const personOf = (reader: Reader): Person | undefined => (reader === 'visitor' ? undefined : people[reader])

/** Headers that may tell something of the content. */
const tellingHeaders = [
  'etag',
  'content-length',
  'last-modified',
  'content-type',
  'cache-control',
  'vary',
] as const

/** `headers` are missing for an answer with clocks, whose bytes differ anyway. */
type Answer = { content: string; headers?: readonly unknown[] }

/** Returns the answers to every request that others than admins can send, by reader and address. */
async function readEverything(): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  const head = await product.core.log.head()
  for (const { path } of readable) {
    const use = uses[path] ?? {}
    if ('reason' in use) continue
    const address = path.replaceAll(/:(\w+)/g, (_, name: string) => use.params?.[name] ?? '')
    expect(address, `${path} has all of its parameters`).not.toMatch(/\/(\/|$)/)
    for (const query of use.queries ?? [''])
      for (const reader of readers) {
        const now = encodeURIComponent(new Date().toISOString())
        const asked = address + query.replace('=now', `=${now}`).replace('=head', `=${head}`)
        const token = personOf(reader)?.token
        const { status, json, bytes, text, headers } = await product.ask({
          method: 'GET',
          path: asked,
          token,
        })
        const body = json === undefined ? bytes.toString('base64') : withoutClocks(json)
        const hasClocks = json !== undefined && withoutClocks(json) !== text
        answers.set(`${reader} ${path}${query}`, {
          content: `${status} ${body}`,
          ...(!hasClocks && { headers: tellingHeaders.map((name) => headers[name]) }),
        })
      }
  }
  return answers
}

const trueAverage = async (): Promise<number> => {
  const json = await send(people.admin, 'GET', `/api/projects/${project}`)
  // The schema of the response defines this type.
  return (json as { project: { averageRating: number } }).project.averageRating
}

async function openSockets() {
  const opened = await Promise.all(
    [undefined, people.rated, people.other, people.admin].map((person) =>
      openSocket(product.address, person?.token, 'http://thirty.test'),
    ),
  )
  for (const { socket } of opened)
    for (const room of [
      rooms.showcase,
      rooms.community,
      rooms.project(project),
      rooms.profile(people.rated.id),
    ])
      await socket.emitWithAck('watch', { room })
  return opened
}

test('a rating during the freeze changes no answer and sends no frame, except to admins (T405)', async () => {
  const before = await readEverything()
  for (const [request, { content }] of before) expect(`${request}: ${content}`).toMatch(/: [2-4]\d\d /)
  expect([...before.values()].filter(({ content }) => content.startsWith('200')).length).toBeGreaterThan(80)
  expect([...before.values()].filter(({ headers }) => headers?.[0] !== undefined).length).toBeGreaterThan(10)
  const sockets = await openSockets()
  for (const { heard } of sockets) heard.length = 0

  await rate(people.admin, project, 5)
  const own = await rate(people.rater, project, 1)
  // Also the rater learns nothing of the ratings of others.
  expect(own).toMatchObject({ average: 1, averageRating: 2, ratingCount: 1 })

  const [visitor, rated, other, admin] = sockets
  await vi.waitFor(() => {
    const names = admin?.heard.map(({ message }) => message)
    expect(names).toEqual(
      expect.arrayContaining(['leaderboard.changed', 'project.rated', 'showcase.changed']),
    )
  })
  await pause(500)
  for (const socket of [visitor, rated, other])
    expect(socket?.heard.filter(({ message }) => message !== 'leaderboard.heartbeat')).toEqual([])
  for (const { socket } of sockets) socket.disconnect()

  const after = await readEverything()
  for (const [request, answer] of before) expect([request, after.get(request)]).toEqual([request, answer])
  expect(await trueAverage()).toBe(3)
})

test('what participants do during the freeze tells them nothing in its replies', async () => {
  const { other, rated, rater } = people
  const ask = vi.spyOn(product, 'ask')
  await send(other, 'PUT', `/api/projects/${project}/like`)
  await send(other, 'POST', `/api/projects/${project}/comments`, { text: 'Nice' })
  await send(rated, 'POST', `/api/projects/${project}/view`, {})
  await rate(rater, project, 4)
  await rate(other, project, 1)
  await submitProject(product, rater)
  const replies = await Promise.all(ask.mock.results.map(({ value }) => value))
  ask.mockRestore()
  expect(replies.length).toBeGreaterThan(5)
  const known: Record<string, readonly unknown[]> = {
    averageRating: [2, 0, null],
    ratingCount: [1, 0],
    points: [0],
    totalPoints: [0],
  }
  const told: unknown[] = []
  for (const { json, status } of replies) {
    expect(status).toBeLessThan(300)
    JSON.stringify(json, (key: string, value: unknown) => {
      if (known[key]?.includes(value) === false) told.push({ [key]: value, in: json })
      return value
    })
  }
  expect(told).toEqual([])
})

test('a rating while a backup is imported, and a rebuild of all read models, change no answer', async () => {
  const answer = async () => withoutClocks(await send(people.rated, 'GET', `/api/projects/${project}`))
  const before = await answer()
  const truth = await trueAverage()
  const importing = product.ask({
    method: 'POST',
    path: '/api/admin/backups/import',
    token: people.admin.token,
    headers: { 'content-type': 'application/gzip' },
    body: await exampleBackupFile(),
  })
  for (const stars of [1, 2, 3]) await rate(people.admin, project, stars)
  expect((await importing).status).toBeLessThan(300)
  expect(await answer()).toBe(before)
  expect(await trueAverage()).not.toBe(truth)

  const operator = product.operatorToken()
  const started = await product.ask({
    method: 'POST',
    path: '/api/operations/runs',
    body: { kind: 'replay' },
    token: operator,
  })
  expect([started.status, started.text]).toEqual([201, started.text])
  let isRunning = true
  while (isRunning) {
    expect(await answer()).toBe(before)
    const { json } = await product.ask({ method: 'GET', path: '/api/operations/runs', token: operator })
    isRunning = JSON.stringify(json).includes('"running"')
  }
  expect(await answer()).toBe(before)
})

test('a restart keeps the freeze, and the reveal shows the ratings to everybody (T406)', async () => {
  const averageFor = async (person: Person) => {
    const json = await send(person, 'GET', `/api/projects/${project}`)
    // The schema of the response defines this type.
    return (json as { project: { averageRating: number } }).project.averageRating
  }
  const { folder } = product
  const truth = await trueAverage()
  expect(truth).not.toBe(2)
  await product.stop()
  product = await startTestProduct({}, folder)
  expect(await averageFor(people.rated)).toBe(2)
  expect(await averageFor(people.admin)).toBe(truth)
  expect(await send(people.rated, 'GET', '/api/challenge/current-day')).toMatchObject({
    frozenAt,
    frozen: true,
  })

  await send(people.admin, 'POST', '/api/admin/challenge/reveal', {})
  await vi.waitFor(async () => expect(await averageFor(people.rated)).toBe(truth), { timeout: 10_000 })
  const day = await send(people.rated, 'GET', '/api/challenge/current-day')
  expect(day).toMatchObject({ frozenAt: null, frozen: false })
})
