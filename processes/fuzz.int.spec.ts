import { randomInt } from 'node:crypto'
import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findResponseFault, findRefusalFault, isSignIn, findLeak } from './testing/response-checks.ts'
import { projectFields, submitProject } from './testing/scenario.ts'
import { fuzzedRequests, type FuzzedRequest } from './testing/fuzzed-requests.ts'
import { idCollector } from './testing/id-collector.ts'
import {
  password,
  secrets,
  startTestProduct,
  type TestResponse,
  type Person,
  type TestProduct,
} from './testing/product.ts'

/** FUZZ_REQUESTS makes a campaign of it; FUZZ_SEED repeats a run. */
const total = Number(process.env['FUZZ_REQUESTS'] ?? 20_000)
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))
const batch = 250
const atOnce = 16

/** A hash of a password takes as long as twenty other answers, and whoever has no session any more is only refused. */
const seldom = /\/(signup|login|admin-signup|\w+-password|account|logout|logout-everywhere|status)$/
const weightOf = ({ path, file }: EndpointDefinition) => (seldom.test(path) || file !== undefined ? 1 : 8)

let product: TestProduct
let people: Person[]
let admins: Person[]
beforeAll(async () => {
  product = await startTestProduct()
  people = await Promise.all(Array.from({ length: 8 }, product.participant))
  admins = await Promise.all([product.admin(), product.admin()])
  for (const person of people.slice(0, 4)) for (const day of [1, 2]) await submitProject(product, person, day)
}, 60_000)
afterAll(() => product.close())

const { gather, ids, idSets } = idCollector()
const link = 'https://x.example.dev/'
let newcomers = 0

/** What makes a request more than noise. */
const pools: Record<string, () => readonly unknown[]> = {
  userId: () => people.map(({ id }) => id),
  projectId: () => [...people.slice(0, 4).map(({ id }) => `r1-d1-${id}`), ...ids('projectId')],
  day: () => [1, 1, 2, 7, 30],
  imageUrl: () => people.map((person) => projectFields(person).imageUrl),
  password: () => [password],
  currentPassword: () => [password, 'Another-horse-8'],
  newPassword: () => ['Another-horse-8', password],
  username: () => [`newcomer_${(newcomers += 1)}`],
  email: () => [
    `newcomer_${(newcomers += 1)}@people.example`,
    ...people.slice(0, 2).map(({ email }) => email),
  ],
  emailOrUsername: () => [...people, ...admins].flatMap(({ email, username }) => [email, username]),
  adminKey: () => [secrets.ADMIN_REGISTRATION_KEY],
  fullName: () => ['Somebody Else', 'Zoë Šimůnková'],
  startsAt: () => ['2039-03-01T08:00:00Z'],
  // Most people begin at the beginning, and look at the present.
  cursor: () => [undefined, undefined, undefined, ...ids('cursor').slice(-1)],
  at: () => [undefined, undefined, '0', 'day:1', '2039-03-01T08:00:00Z'],
  redirect: () => ['/dashboard', '//evil.example', 'javascript:alert(1)'],
  urls: () => [[link]],
  ...Object.fromEntries(['liveLink', 'repoLink', 'website', 'url'].map((name) => [name, () => [link]])),
}
const known = { values: (name: string) => pools[name]?.() ?? ids(name), idSets }

/** Who asks. Nobody for a visitor, and for one in eight somebody whose rights are those of an admin. */
const askerOf = ({ sender: asker }: FuzzedRequest): Person | undefined => {
  const group = asker !== undefined && asker % 3 === 0 ? admins : people
  return asker === undefined ? undefined : group[asker % group.length]
}

/** Nobody hands in with the picture of somebody else. */
const withOwnPicture = (body: FuzzedRequest['body'], asker: Person) =>
  typeof body === 'string'
    ? body.replace(/\/uploads\/[0-9a-f]{32}\.webp/, projectFields(asker).imageUrl)
    : body

/** Whoever was deleted, switched off or signed out meanwhile is followed by somebody new. */
async function renewed(group: Person[], anew: () => Promise<Person>): Promise<void> {
  for (const [at, { token }] of group.entries()) {
    const { status } = await product.ask({ method: 'GET', path: '/api/auth/me', token })
    if (status === 401) group[at] = await anew()
  }
}

/** The call that an address belongs to, whoever meant it. */
const patterns = allEndpoints.map((call) => ({
  call,
  pattern: new RegExp(
    `^${call.path.replace('/api/auth/', '(?:/api)?/auth/').replaceAll(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}/?$`,
    'i',
  ),
  fixed: call.path.replaceAll(/:\w+/g, '').length,
}))
function callAt({ method, path }: FuzzedRequest): EndpointDefinition | undefined {
  const [plain = ''] = path.split('?')
  const asked = method === 'HEAD' ? 'GET' : method
  const found = patterns.filter(({ call, pattern }) => call.method === asked && pattern.test(plain))
  return found.toSorted((one, other) => other.fixed - one.fixed)[0]?.call
}

const isOfApi = (path: string) => /^\/(api|auth)([/?]|$)/i.test(path)

/** What is wrong with an answer, in words. */
function wrong(sent: FuzzedRequest, asker: Person | undefined, answered: TestResponse): string | undefined {
  const { status } = answered
  if (status >= 500) return `It is answered with ${status}.`
  const call = callAt(sent)
  const isAdmins = admins.some((admin) => admin === asker)
  const leak = isAdmins ? undefined : findLeak(answered, asker, isSignIn(call))
  if (leak !== undefined) return leak
  // A server that cannot read a head says so without a body; a page is whatever stands beside the calls under /auth.
  const isPage = !call && sent.method === 'GET' && /^\/auth/i.test(sent.path)
  if (!isOfApi(sent.path) || isPage || sent.method === 'HEAD' || status === 431) return undefined
  if (status >= 400) return call ? findResponseFault(call, answered) : findRefusalFault(answered)
  return call ? findResponseFault(call, answered) : 'Something answers that is no call.'
}

test(
  `${total} requests, good, nearly good and wild, are answered as the calls say`,
  // About two hundred requests are answered per second on a slow machine.
  { timeout: 120_000 + total * 5 },
  async () => {
    const successes = new Map<EndpointDefinition, number>()
    const statuses = new Map<number, number>()
    const faults: string[] = []

    const send = async (sent: FuzzedRequest, number: number): Promise<void> => {
      const asker = askerOf(sent)
      const { method, path, headers } = sent
      const body = asker === undefined ? sent.body : withOwnPicture(sent.body, asker)
      const answered = await product
        .ask({ method, path, headers, body, token: asker?.token })
        .catch((error: unknown): TestResponse => ({
          status: 599,
          headers: {},
          text: String(error),
          json: undefined,
        }))
      const { status, text } = answered
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const fault = wrong(sent, asker, answered)
      if (fault !== undefined) {
        faults.push(
          `${fault}\nrequest ${number}, ${sent.kind}, of ${asker?.username ?? 'a visitor'}: ` +
            `${JSON.stringify({ method, path: path.slice(0, 500), headers, body: String(body).slice(0, 2_000) })}\n` +
            `answer ${status}: ${text.slice(0, 1_000)}`,
        )
      }
      if (status < 400 && sent.definition && sent.kind === 'valid') {
        successes.set(sent.definition, (successes.get(sent.definition) ?? 0) + 1)
        gather(answered.json, sent.params)
      }
    }

    const meant = fuzzedRequests(known, weightOf)
    for (let start = 0; start < total && faults.length === 0; start += batch) {
      const numRuns = Math.min(batch, total - start)
      const line = fc.sample(meant, { numRuns, seed: seed + start }).entries()
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (const [at, sent] of line) await send(sent, start + at)
        }),
      )
      await renewed(people, product.participant)
      await renewed(admins, product.admin)
    }

    expect(faults.slice(0, 5), `FUZZ_SEED=${seed} makes these requests again.`).toEqual([])
    // Requests that are only ever refused would say little about what is answered.
    const share = [...successes.values()].reduce((sum, count) => sum + count, 0) / total
    expect(share, `FUZZ_SEED=${seed}`).toBeGreaterThan(0.05)
    expect(successes.size, `FUZZ_SEED=${seed}`).toBeGreaterThan(allEndpoints.length * 0.75)
  },
)
