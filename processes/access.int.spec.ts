// A test that derived the expected status of an endpoint from its definition would repeat a mistake. So the statuses of
// each access are written down here by hand, and the endpoints of each access in
// `contracts/src/endpoints/access.spec.ts`. Each endpoint with a body needs a valid request in
// `testing/request-scenarios`. The definition must list every error, and every response must match its schema exactly.

import type { Access } from '@thirty/contracts/endpoints/access.ts'
import { hasPermission, permissionIds, type Permission } from '@thirty/contracts/team/permissions.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { describe, expect, test } from 'vitest'
import { findResponseFault, isSignIn, findLeak } from './testing/response-checks.ts'
import { createPeopleByRole, type PeopleByRole } from './testing/people-by-role.ts'
import { adminRoleOf, isAdminSender, roles, type Role } from './testing/scenario.ts'
import {
  buildRequest,
  changesSender,
  endpointUses,
  ownSenderOf,
  requestAboutOwner,
  type EndpointUse,
} from './testing/endpoint-uses.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

const participants: readonly Role[] = ['U', 'X']
const pending: readonly Role[] = ['P', 'PA']
const admins = ['A', 'OR', 'RE', 'VI'] as const
const adminsWith = (permission: Permission): readonly Role[] =>
  admins.filter((sender) => hasPermission(adminRoleOf[sender], permission))

const allowedByPermissions = (allowed: (permission: Permission) => readonly Role[]) =>
  // Safe: one entry for each permission.
  Object.fromEntries(permissionIds.map((id) => [id, allowed(id)])) as Record<Permission, readonly Role[]>

/** The senders whom each access allows to read; pending ones may not send commands. */
const allowedBy: Record<Access, readonly Role[]> = {
  // Tokens are not checked where everyone has access. Safe: the keys of a literal.
  everyone: Object.keys(roles) as Role[],
  visitors: ['V'],
  'signed-in': [...participants, ...admins, ...pending],
  participants: [...participants, ...pending],
  raters: [...participants, ...adminsWith('review-projects'), ...pending],
  'self-or-admins': ['U', ...admins, 'P'],
  operators: ['O'],
  ...allowedByPermissions((permission) => [...adminsWith(permission), 'O']),
}

/** Returns the expected status of a role, from the access of the endpoint. */
function expectedStatus(
  { endpoint, definition, scenario: { statusOverrides } }: EndpointUse,
  role: Role,
): number {
  const { method, access, status = 200 } = definition
  const override = statusOverrides?.[role] ?? (isAdminSender(role) ? statusOverrides?.A : undefined)
  if (override !== undefined) return override
  const isClosedToPending = method !== 'GET' && access !== 'everyone' && !openToPending.test(endpoint)
  if (allowedBy[access].includes(role)) return pending.includes(role) && isClosedToPending ? 403 : status
  const hasSession = [...participants, ...admins, ...pending].includes(role)
  return hasSession || access === 'visitors' ? 403 : 401
}

/** The commands that a session needs and pending users may send: they protect or remove the account. */
const openToPending =
  /^(?:accounts\.(?:changePassword|logOut|logOutEverywhere|deleteAccount)|sessions\.(?:end|endOthers)|twoFactor\.\w+)$/

type Context = { product: TestProduct; people: PeopleByRole }

async function startWithPeople() {
  const product = await startTestProduct()
  return { product, people: await createPeopleByRole(product), close: product.close }
}
const shared: Context = appForFile(startWithPeople)
/** For the endpoints that change the challenge of all participants. Each of them begins with a new run. */
const changing: Context = appForFile(startWithPeople)

/**
 * Returns the sender of a command that succeeds: for U and P the participant whom it is about, and a new person where the command
 * changes the account or the session of its sender.
 */
async function senderOf({ product, people }: Context, use: EndpointUse, role: Role) {
  if (role === 'U') return ownSenderOf(use, product)
  if (role === 'P' || (role === 'X' && changesSender(use))) return product.participant()
  return changesSender(use) && (role === 'A' || role === 'PA') ? product.admin() : people.senders[role]
}

async function sendCommand(context: Context, use: EndpointUse, role: Role) {
  const { product, people } = context
  const sender = await senderOf(context, use, role)
  const given = { product, sender, admin: people.admin }
  const request =
    sender && (role === 'U' || role === 'P')
      ? await buildRequest(use, { ...given, owner: sender })
      : (await requestAboutOwner(use, given)).request
  // After the request is prepared, which needs commands.
  if (sender && pending.includes(role) && sender !== people.senders.PA)
    await setStatus(product, sender, 'pending')
  return { sender, response: await product.ask({ ...request, token: sender?.token }) }
}

const setStatus = (product: TestProduct, person: Person, status: 'pending' | 'active') =>
  product.appendFor(person, { type: 'UserStatusChanged', data: { status } })

/**
 * Returns a function that sends the request in a role that changes nothing: it reads, or is refused. These roles share the owner, and
 * the request unless it names its sender.
 */
async function harmlessSender({ product, people }: Context, use: EndpointUse) {
  const { admin } = people
  const { owner, request: shared } = await requestAboutOwner(use, { product, sender: undefined, admin })
  return async (role: Role, isRefused: boolean) => {
    const isOwner = role === 'U' || (role === 'P' && !isRefused)
    const sender = (isOwner ? owner : undefined) ?? people.senders[role]
    const request =
      use.scenario.namesSender && owner ? await buildRequest(use, { product, owner, sender, admin }) : shared
    if (owner && role === 'P' && isOwner) await setStatus(product, owner, 'pending')
    const response = await product.ask({ ...request, token: sender?.token })
    // Further requests are about the same owner.
    if (owner && role === 'P' && isOwner) await setStatus(product, owner, 'active')
    return { sender, response }
  }
}

/**
 * Returns who asks. One router answers at both paths of an endpoint, so somebody who is admitted or refused for each reason asks at the
 * second one; and where everyone has access, no token is looked at.
 */
const sendersOf = (use: EndpointUse): readonly Role[] => {
  if (use.isAlias) return ['V', 'X', 'I', 'A']
  if (use.definition.access === 'everyone') return ['V', 'X', 'I', 'A', 'broken']
  // Safe: the keys of a literal.
  const all = Object.keys(roles) as Role[]
  // These are about the caller's own account, in which the roles of admins are equal.
  return changesSender(use) ? all.filter((role) => !['OR', 'RE', 'VI'].includes(role)) : all
}

describe.each(endpointUses)('$name', (use) => {
  test('every role gets the status that its access allows', async () => {
    const context = use.scenario.needsOwnProduct ? changing : shared
    if (use.scenario.needsOwnProduct) await beginRun(context)
    const asked = sendersOf(use)
    const expected = new Map(asked.map((role) => [role, expectedStatus(use, role)]))
    // Refusals first, because they change nothing.
    const sorted = [...expected].toSorted(([, one], [, other]) => other - one)
    const statuses = new Map<Role, number>()
    const sendHarmless = await harmlessSender(context, use)
    for (const [role, status] of sorted) {
      const isRefused = status >= 400
      const { response, sender } =
        isRefused || use.definition.method === 'GET'
          ? await sendHarmless(role, isRefused)
          : await sendCommand(context, use, role)
      statuses.set(role, response.status)
      const fault = findResponseFault(use.definition, response)
      const leak =
        isAdminSender(role) || role === 'O' ? undefined : findLeak(response, sender, isSignIn(use.definition))
      if (fault ?? leak) throw new Error(`${roles[role]}: ${fault ?? leak}\n${response.text.slice(0, 500)}`)
    }
    expect(statuses).toEqual(expected)
  })
})

/** Begins a run. A run in which nothing has happened continues. */
async function beginRun({ product, people: { admin } }: Context): Promise<void> {
  const { status, text } = await product.answer(admin, 'POST /api/admin/reset-with-backup')
  const nothingToReset = 409
  if (status >= 400 && status !== nothingToReset) throw new Error(`The reset failed: ${status} ${text}`)
}
