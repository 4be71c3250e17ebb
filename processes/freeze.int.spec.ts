import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
  ({ method, access }) => method === 'GET' && access !== 'admins' && access !== 'operators',
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

/** Returns the answers to every request that others than admins can send, by reader and address. */
async function readEverything(): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
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
        const { status, json, bytes } = await product.ask({ method: 'GET', path: asked, token })
        const body = json === undefined ? bytes.toString('base64') : withoutClocks(json)
        answers.set(`${reader} ${path}${query}`, `${status} ${body}`)
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
  for (const [request, answer] of before) expect(answer, request).toMatch(/^[2-4]\d\d /)
  expect([...before.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(80)
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
  for (const [request, answer] of before) expect(after.get(request), request).toBe(answer)
  expect(await trueAverage()).toBe(3)
})

test('a restart keeps the freeze, and the reveal shows the ratings to everybody (T406)', async () => {
  const averageFor = async (person: Person) => {
    const json = await send(person, 'GET', `/api/projects/${project}`)
    // The schema of the response defines this type.
    return (json as { project: { averageRating: number } }).project.averageRating
  }
  const { folder } = product
  await product.stop()
  product = await startTestProduct({}, folder)
  expect(await averageFor(people.rated)).toBe(2)
  expect(await averageFor(people.admin)).toBe(3)
  expect(await send(people.rated, 'GET', '/api/challenge/current-day')).toMatchObject({ frozenAt, frozen: true })

  await send(people.admin, 'POST', '/api/admin/challenge/reveal', {})
  await vi.waitFor(async () => expect(await averageFor(people.rated)).toBe(3), { timeout: 10_000 })
  const day = await send(people.rated, 'GET', '/api/challenge/current-day')
  expect(day).toMatchObject({ frozenAt: null, frozen: false })
})
