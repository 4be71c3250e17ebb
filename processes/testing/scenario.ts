import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { perCriterion, type Criteria } from '@thirty/contracts/judging/ratings.ts'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { expect, vi } from 'vitest'
import { password, secrets, type Person, type TestProduct } from './product.ts'

/** The roles of `access.int.spec.ts`, and three senders with worthless tokens. */
export const roles = {
  V: 'a visitor',
  U: 'a participant, with their own data',
  X: 'a participant, with the data of another',
  I: 'an inactive participant',
  A: 'an admin with the role owner',
  OR: 'an admin with the role organizer',
  RE: 'an admin with the role reviewer',
  VI: 'an admin with the role viewer',
  P: 'a pending participant, with their own data',
  PA: 'a pending admin',
  O: 'an operator',
  broken: 'a sender with a broken token',
  expired: 'a sender with an expired token',
  older: 'a sender with a token of a revoked session',
} as const
export type Role = keyof typeof roles

/** The senders who are active admins, with their roles. */
export const adminRoleOf = {
  A: 'owner',
  OR: 'organiser',
  RE: 'reviewer',
  VI: 'viewer',
} as const satisfies Partial<Record<Role, AdminRole>>
export const isAdminSender = (role: Role): role is keyof typeof adminRoleOf =>
  Object.hasOwn(adminRoleOf, role)

/**
 * The people of a request. `owner` is the participant whose data it reads or changes, and is also the `sender` if they
 * request their own data. A visitor has no `sender`. A scenario reads `owner` only if its request is about that participant: the
 * access tests share one between the requests that are about nobody.
 */
export type ScenarioContext = {
  product: TestProduct
  owner: Person
  sender: Person | undefined
  admin: Person
}

/** The variable parts of a request to an endpoint. */
export type ScenarioRequest = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** Makes the request of a scenario. */
export type MakeRequest = (context: ScenarioContext) => ScenarioRequest | Promise<ScenarioRequest>

/** A request that succeeds for every role that has access. */
export type RequestScenario = {
  /** Distinguishes the scenarios of one endpoint. */
  label?: string
  /** Whether it changes the challenge of all participants, and therefore needs its own product. */
  needsOwnProduct?: true
  /** Whether the request names its sender. Otherwise all roles that are refused send the same request. */
  namesSender?: true
  request?: MakeRequest
  /** Statuses that do not follow from `access`, because they depend on the data. That of `A` is also that of the other admins. */
  statusOverrides?: Partial<Record<Role, number>>
}

/** Returns headers and body of a form with one file. */
export const multipartForm = (field: string, content: Uint8Array, filename = 'a.png') => {
  const boundary = 'a-boundary-of-a-spec'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** One white pixel. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

const names = imageNames(secrets.JWT_SECRET)

export const projectFields = ({ id }: Pick<Person, 'id'>) => ({
  projectName: 'Tomato clock',
  liveLink: 'https://tomato.example.dev/',
  repoLink: 'https://code.example.dev/tomato',
  description: 'Counts down twenty-five minutes.',
  languages: 'TypeScript',
  imageUrl: `/uploads/${names.nameFor(id)}`,
})

/** The latest days for which participants have submitted projects. */
const latestDays = new WeakMap<Person, number>()
export const latestDayOf = (owner: Person): number => latestDays.get(owner) ?? 0

/** Submits a project, for the next day unless another one is named, and returns its id. */
export async function submitProject(
  product: TestProduct,
  owner: Person,
  day = latestDayOf(owner) + 1,
): Promise<string> {
  latestDays.set(owner, day)
  const fields = { ...projectFields(owner), day }
  const { project } = await product.send<{ project: { _id: string } }>(owner, 'POST /api/projects', fields)
  return project._id
}

/** The same stars for every criterion. */
export const stars = (all: number): Criteria => perCriterion(() => all)

/** Rates a project with the same stars for every criterion. */
export const rate = (product: TestProduct, by: Person, projectId: string, all: number) =>
  product.send(by, 'POST /api/ratings/submit', {
    projectId,
    criteria: stars(all),
    feedback: `Stars: ${all}`,
  })

/** Submits a project for each of the thirty days and returns the code of the certificate. */
export async function certificateOf(product: TestProduct, owner: Person): Promise<string> {
  for (let day = 1; day <= totalDays; day += 1) await submitProject(product, owner, day)
  type Mine = { certificate: { code: string } }
  return (await product.send<Mine>(owner, 'GET /api/certificates/mine')).certificate.code
}

/** Freezes the leaderboard, and waits until it is frozen. Does nothing while it is frozen. */
export async function freeze(product: TestProduct, admin: Person): Promise<string> {
  type Freeze<At> = { frozenAt: At }
  const known = await product.send<Freeze<string | null>>(admin, 'GET /api/challenge/current-day')
  const frozenAt =
    known.frozenAt ??
    (await product.send<Freeze<string>>(admin, 'POST /api/admin/challenge/freeze', {})).frozenAt
  while (Date.parse(frozenAt) > Date.now()) await pause(25)
  return frozenAt
}

/** Creates a backup of the current run and returns its id. */
export const createBackup = async (
  product: TestProduct,
  admin: Pick<Person, 'token'>,
  name = 'Halfway',
): Promise<string> =>
  (await product.send<{ backupId: string }>(admin, 'POST /api/admin/backups', { name })).backupId

/** Exports a backup as a file. */
export const exportBackup = (product: TestProduct, by: Pick<Person, 'token'>, id: string) =>
  product.answer(by, `GET /api/admin/backups/${id}/export`)

/** Imports the file of a backup. */
export const importBackup = (product: TestProduct, by: Pick<Person, 'token'>, file: unknown) =>
  product.answer(by, 'POST /api/admin/backups/import', file, { 'content-type': 'application/gzip' })

/** Invites a viewer, and returns the id of the invitation and the token of its link. Old ones are revoked, as there is a limit. */
export async function createInvitation(
  product: TestProduct,
  owner: Person,
): Promise<{ id: string; token: string }> {
  type Invitation = { id: string; state: string; link: string }
  const { invitations } = await product.send<{ invitations: Invitation[] }>(
    owner,
    'GET /api/admin/invitations',
  )
  for (const { id } of invitations.filter(({ state }) => state === 'open').slice(20))
    await product.send(owner, `DELETE /api/admin/invitations/${id}`)
  const wanted = { role: 'viewer', days: 7 }
  const { invitation } = await product.send<{ invitation: Invitation }>(
    owner,
    'POST /api/admin/invitations',
    wanted,
  )
  return { id: invitation.id, token: new URL(invitation.link).searchParams.get('token') ?? '' }
}

/** The settings of a webhook whose receiver does not exist. */
export const webhookSettings = { address: 'https://hooks.example/', types: ['project.submitted'] }

/** Deletes all webhooks, of which an installation has at most 20. */
export async function deleteWebhooks(product: TestProduct, admin: Person): Promise<void> {
  const { webhooks } = await product.send<{ webhooks: { id: string }[] }>(admin, 'GET /api/admin/webhooks')
  for (const { id } of webhooks) await product.send(admin, `DELETE /api/admin/webhooks/${id}`)
}

/** Creates a webhook in place of all others and returns its id. */
export async function createWebhook(product: TestProduct, admin: Person): Promise<string> {
  await deleteWebhooks(product, admin)
  return (await product.send<{ webhook: string }>(admin, 'POST /api/admin/webhooks', webhookSettings)).webhook
}

/** Sends a test event and returns the id of its delivery. */
export const sendTestEvent = async (product: TestProduct, admin: Person, webhook: string): Promise<string> =>
  (await product.send<{ delivery: string }>(admin, `POST /api/admin/webhooks/${webhook}/ping`)).delivery

type Created<Name extends string> = Record<Name, { id: string }>

/** Comments on a project and returns the id of the comment. */
export const postComment = async (product: TestProduct, by: Person, project: string): Promise<string> =>
  (await product.send<Created<'comment'>>(by, `POST /api/projects/${project}/comments`, { text: 'Neat.' }))
    .comment.id

/** Opens a discussion and returns its id. */
export async function openDiscussion(product: TestProduct, by: Person): Promise<string> {
  const texts = { title: 'Clocks', text: 'Which?' }
  return (await product.send<Created<'discussion'>>(by, 'POST /api/community/discussions', texts)).discussion
    .id
}

/** Replies to a discussion and returns the id of the reply. */
export async function postReply(product: TestProduct, by: Person, discussion: string): Promise<string> {
  const endpoint = `POST /api/community/discussions/${discussion}/replies`
  return (await product.send<Created<'reply'>>(by, endpoint, { text: 'Any.' })).reply.id
}

/** Requests a password reset and returns the token of the link in the mail. */
export async function requestResetToken(product: TestProduct, { email }: Person): Promise<string> {
  await product.ask({ method: 'POST', path: '/api/auth/forgot-password', body: { email } })
  return mailedToken(product, email, 'reset-password')
}

/** Returns the token of the link in the email that a new user receives. */
export const confirmationToken = (product: TestProduct, { email }: Person): Promise<string> =>
  mailedToken(product, email, 'confirm-email')

/** The emails of each product by the names of their files, which begin with the time. Many people share the outbox. */
const readMails = new WeakMap<TestProduct, Map<string, string>>()

/** Returns the token of the newest link to a page in the emails to an address. */
export async function mailedToken(product: TestProduct, email: string, page: string): Promise<string> {
  const outbox = join(product.folder, 'outbox')
  const link = new RegExp(`/${page}\\?token=([\\w.-]+)`)
  const mails = readMails.get(product) ?? new Map<string, string>()
  readMails.set(product, mails)
  const find = async (): Promise<string> => {
    for (const name of await readdir(outbox).catch(() => [])) {
      if (!isMail(name) || mails.has(name)) continue
      const text = await readFile(join(outbox, name), 'utf8')
      mails.set(name, text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
    }
    const token = [...mails]
      .filter(([, text]) => text.includes(email) && link.test(text))
      .toSorted(([left], [right]) => (left < right ? 1 : -1))
      .flatMap(([, text]) => link.exec(text)?.[1] ?? [])[0]
    if (token === undefined) throw new Error(`No email with a link to ${page} arrived.`)
    return token
  }
  return vi.waitFor(find, { timeout: 10_000, interval: 25 })
}

/** Starts an operation of an operator and returns its id when it has ended. */
export async function finishedOperation(product: TestProduct): Promise<string> {
  type Answer = { operation: { id: string; state: string } }
  const send = (endpoint: string, body?: object) =>
    product.send<Answer>({ token: product.operatorToken() }, endpoint, body)
  const wait = { timeout: 30_000, interval: 25 }
  // A second operation is refused while another one runs.
  const started = await vi.waitFor(() => send('POST /api/operations/runs', { kind: 'check' }), wait)
  const endpoint = `GET /api/operations/runs/${started.operation.id}`
  await expect.poll(async () => (await send(endpoint)).operation.state, wait).not.toBe('running')
  return started.operation.id
}

const isMail = (name: string): boolean => name.endsWith('.eml')

/** Logs a person in once more and returns the token; `undefined` if the person cannot log in. */
export async function logIn(
  product: TestProduct,
  { email }: Pick<Person, 'email'>,
): Promise<string | undefined> {
  const body = { emailOrUsername: email, password }
  const { status, json } = await product.ask({ method: 'POST', path: '/api/auth/login', body })
  // The schema of the response defines this type.
  return status === 200 ? (json as { user: { token: string } }).user.token : undefined
}

/** Opens another session of a person and returns its id; `undefined` if the person cannot log in. */
export async function logInElsewhere(product: TestProduct, person: Person): Promise<string | undefined> {
  const token = await logIn(product, person)
  if (token === undefined) return undefined
  const { sessions } = await product.send<{ sessions: { id: string }[] }>({ token }, 'GET /api/auth/sessions')
  return sessions[0]?.id
}
