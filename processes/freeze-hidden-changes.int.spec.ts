import { setTimeout as pause } from 'node:timers/promises'
import { rooms } from '@thirty/contracts/live/live.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test, vi } from 'vitest'
import {
  buildRequest,
  endpointUses,
  isForAdmins,
  requestAboutOwner,
  type EndpointUse,
} from './testing/endpoint-uses.ts'
import { productForFile, type Person, type TestRequest } from './testing/product.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const readable = endpointUses.filter(
  (use) =>
    use.definition.method === 'GET' &&
    !isForAdmins(use) &&
    use.definition.access !== 'operators' &&
    // Redirects to a provider with a random state.
    !use.name.startsWith('social.'),
)
/** Other leaderboards than the usual one. Now and the end of the log are those of the request. */
const boardQueries = ['sort=quality', 'search=Somebody', 'at=now', 'at=head', 'at=day:1']
/** Everything that admins do and that others must not learn of during a freeze. */
const hiddenCommands = endpointUses.filter(
  (use) =>
    /^(scoring|judging|savedTexts|claims)\./.test(use.name) &&
    use.definition.method !== 'GET' &&
    isForAdmins(use),
)
/** Is built when it is sent: it names the scoring that is changed. */
const isScoring = ({ name }: EndpointUse) => name.startsWith('scoring.')

const product = productForFile()
const people = appForFile(async () => ({
  rated: await product.participant(),
  other: await product.participant(),
  rater: await product.participant(),
  admin: await product.admin(),
}))
/** A project of each of two participants, and requests that are made before the freeze, with what they are about. */
const given = appForFile(async () => {
  const { rated, other, admin } = people
  const project = await product.submitProject(rated)
  await product.submitProject(other)
  const requestOf = async (use: EndpointUse, sender?: Person) => ({
    name: use.name,
    ...(await requestAboutOwner(use, { product, sender, admin })),
  })
  const reads: Awaited<ReturnType<typeof requestOf>>[] = []
  for (const use of readable) reads.push(await requestOf(use))
  for (const query of boardQueries) {
    const request = { method: 'GET', path: `/api/leaderboard/leaderboard?${query}` } as const
    reads.push({ name: `leaderboard.board ${query}`, request, owner: undefined })
  }
  const commands: typeof reads = []
  for (const use of hiddenCommands.filter((one) => !isScoring(one)))
    commands.push(await requestOf(use, admin))
  await rateAll(2)
  await product.freeze(admin)
  return { project, reads, commands }
})

/** Rates every project as an admin. */
async function rateAll(all: number) {
  type Listed = { projects: { _id: string }[] }
  const { projects } = await product.send<Listed>(people.admin, 'GET /api/projects/all')
  for (const { _id } of projects) await product.rate(people.admin, _id, all)
}

async function changeWhatIsHidden() {
  const { admin, rated: owner, rater } = people
  const succeed = async (name: string, request: TestRequest) => {
    const { status, text } = await product.ask({ ...request, token: admin.token })
    expect([name, status, status < 300 ? '' : text]).toEqual([name, status, ''])
  }
  await rateAll(5)
  // The rater does not learn the ratings of others either.
  const ratings = { average: 1, averageRating: 2, ratingCount: 1 }
  expect(await product.rate(rater, given.project, 1)).toMatchObject(ratings)
  for (const { name, request } of given.commands) await succeed(name, request)
  for (const use of hiddenCommands.filter(isScoring))
    await succeed(use.name, await buildRequest(use, { product, owner, sender: admin, admin }))
  const weights = { projects: 7, quality: 0.3, streak: 1 }
  const change = await product.scoringChange(admin, weights, [owner.id])
  await product.send(admin, 'POST /api/admin/scoring', change)
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

/** Returns the answers of every endpoint to a visitor, to the participant whom the request is about, and to another one. */
async function readEverything() {
  const answers = new Map<string, { status: number; body: string; headers: string }>()
  const [now, head] = [encodeURIComponent(new Date().toISOString()), await product.core.log.head()]
  for (const { name, request, owner = people.rated } of given.reads) {
    const path = request.path.replace('at=now', `at=${now}`).replace('at=head', `at=${head}`)
    for (const [reader, person] of Object.entries({ visitor: undefined, owner, other: people.other })) {
      const { status, json, bytes, headers } = await product.ask({ ...request, path, token: person?.token })
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
  const like = () => product.send(people.other, `PUT /api/projects/${given.project}/like`)
  await like()
  const view = `POST /api/projects/${given.project}/view`
  return [contentOf(await like()), contentOf(await product.send(people.rated, view, {}))]
}

test('hidden changes of a freeze alter no answer, header, reply or frame of visitors and participants (T521)', async () => {
  expect(given.reads.length).toBeGreaterThan(40)
  expect(hiddenCommands.length).toBeGreaterThan(8)
  await acknowledgements()
  const acknowledged = await acknowledgements()
  const { project } = given
  const { rated, other } = people
  const sockets = await Promise.all(
    [people.admin, undefined, rated, other].map((person) => product.openSocket(person)),
  )
  const [admin, ...others] = sockets
  const watched = [rooms.showcase, rooms.community, rooms.project(project), rooms.profile(rated.id)]
  const watchAll = () =>
    Promise.all(
      others.flatMap(({ socket }) =>
        [...watched, rooms.leaderboard].map((room): Promise<unknown> =>
          socket.emitWithAck('watch', { room }),
        ),
      ),
    )
  const joined = await watchAll()
  await readEverything()
  const before = await readEverything()
  const heartbeat = await publicHeartbeat()
  await pause(500)
  for (const { heard } of sockets) heard.length = 0

  await changeWhatIsHidden()
  await vi.waitFor(() =>
    expect(admin?.names()).toEqual(expect.arrayContaining(['news.missed', 'leaderboard.changed'])),
  )
  await pause(1_500)
  for (const { heard } of others)
    expect(heard.filter(({ message }) => message !== 'leaderboard.heartbeat')).toEqual([])

  const after = await readEverything()
  for (const [request, answer] of before) expect([request, after.get(request)]).toEqual([request, answer])
  expect(await publicHeartbeat()).toEqual(heartbeat)
  expect(await acknowledgements()).toEqual(acknowledged)
  expect(await watchAll()).toEqual(joined)
  // Frames about what anybody may see have the epoch of before, too.
  await product.postComment(other, project)
  await vi.waitFor(() => expect(others[1]?.names()).toContain('project.commented'))
  // The documentation has an epoch in its examples, which belongs to no read model.
  const epochs = [...before].flatMap(([request, { body }]) =>
    request.endsWith(' documentation.openApi') ? [] : (/"epoch":"([^"]+)"/.exec(body)?.[1] ?? []),
  )
  expect(new Set(epochs).size).toBe(1)
  for (const { payload } of others.flatMap(({ heard }) => heard))
    expect(epochs).toContain((payload as { epoch?: string }).epoch)
})

test('during a freeze participants find at once what they wrote, and no position tells how long the log is', async () => {
  await rateAll(4)
  const text = 'Well done'
  const comments = `/api/projects/${given.project}/comments`
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
