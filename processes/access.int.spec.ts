import type { Access } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findResponseFault, isSignIn, findLeak } from './testing/response-checks.ts'
import { createPeopleByRole, type PeopleByRole } from './testing/people-by-role.ts'
import { roles, type Role } from './testing/scenario.ts'
import { buildRequest, endpointUses, type EndpointUse } from './testing/endpoint-uses.ts'
import { startTestProduct, type TestProduct } from './testing/product.ts'

// A whole product, with everything embedded, is started here.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const yesNo = (yes: number) => {
  const all = (status: number): Record<Role, number> => ({
    V: status,
    U: status,
    X: status,
    I: status,
    A: status,
    broken: status,
    expired: status,
    older: status,
  })
  // What a token says is not looked at where everybody may ask.
  const byRight: Record<Access, Record<Role, number>> = {
    everyone: all(yes),
    visitors: { ...all(403), V: yes },
    'signed-in': { ...all(401), U: yes, X: yes, A: yes },
    participants: { ...all(401), U: yes, X: yes, A: 403 },
    admins: { ...all(401), U: 403, X: 403, A: yes },
    'self-or-admins': { ...all(401), U: yes, X: 403, A: yes },
  }
  return byRight
}

/** What each role is answered, as the description of the call says it. */
const expectedOf = ({
  definition: { access: may, status = 200 },
  scenario: { statusOverrides: but },
}: EndpointUse): Record<Role, number> => ({
  ...yesNo(status)[may],
  ...but,
})

let shared: TestProduct
let known: PeopleByRole
beforeAll(async () => {
  shared = await startTestProduct()
  known = await createPeopleByRole(shared)
})
afterAll(() => shared.close())

/** Who sends a request in a role, and whom it is about. Who succeeds may be gone afterwards, and so is somebody new. */
async function peopleFor(product: TestProduct, cast: PeopleByRole, role: Role, succeeds: boolean) {
  const owner = await product.participant()
  if (role === 'U') return { owner, sender: owner }
  if (!succeeds) return { owner, sender: cast.senders[role] }
  if (role === 'X') return { owner, sender: await product.participant() }
  if (role === 'A') return { owner, sender: await product.admin() }
  return { owner, sender: cast.senders[role] }
}

async function askAs(product: TestProduct, cast: PeopleByRole, use: EndpointUse, role: Role) {
  const succeeds = expectedOf(use)[role] < 400
  const { owner, sender } = await peopleFor(product, cast, role, succeeds)
  const request = await buildRequest(use, { product, owner, sender, admin: cast.admin })
  const answered = await product.ask({ ...request, token: sender?.token })
  return { sender, answered }
}

describe.each(endpointUses)('$name', (use) => {
  test('every role is answered as its rights say', async () => {
    const product = use.scenario.needsOwnProduct ? await startTestProduct() : shared
    try {
      const cast = product === shared ? known : await createPeopleByRole(product)
      const expected = expectedOf(use)
      // Refusals first: nothing has happened after them.
      const inOrder = (Object.keys(roles) as Role[]).sort((one, other) => expected[other] - expected[one])
      const seen: Partial<Record<Role, number>> = {}
      for (const role of inOrder) {
        const { answered, sender } = await askAs(product, cast, use, role)
        seen[role] = answered.status
        const fault = findResponseFault(use.definition, answered)
        const leak = role === 'A' ? undefined : findLeak(answered, sender, isSignIn(use.definition))
        if (fault ?? leak) throw new Error(`${roles[role]}: ${fault ?? leak}\n${answered.text.slice(0, 500)}`)
      }
      expect(seen).toEqual(expected)
    } finally {
      if (product !== shared) await product.close()
    }
  })
})

/**
 * Section 3 of the threats, row by row, with what was decided since: visitors, participants, participants about what is
 * somebody else's, inactive ones, admins. It is written down a second time so that a wrong `may` is seen, not repeated.
 */
const written: readonly [row: string, call: string, V: number, U: Cell, X: Cell, I: Cell, A: Cell][] = [
  ['E1', 'accounts.logIn', 200, '-', '-', 401, 200],
  ['E3', 'accounts.signUp', 201, '-', '-', '-', '-'],
  ['E4', 'social.github', 302, 302, '-', 302, 302],
  ['E4', 'social.google', 302, 302, '-', 302, 302],
  ['E5', 'accounts.me', 401, 200, '-', 401, 200],
  ['E6', 'profile.change', 401, 200, '-', 401, 200],
  ['E7', 'accounts.adminSignUp', 201, 403, '-', 403, 403],
  ['E8', 'challenge.currentDay', 401, 200, '-', 401, 200],
  ['E9', 'projects.mine', 401, 200, 200, 401, 200],
  ['E10', 'projects.one', 401, 200, 200, 401, 200],
  ['E11', 'projects.all', 401, 403, 403, 401, 200],
  ['E12', 'projects.change by status', 401, 403, 403, 401, 200],
  ['E13', 'projects.submit', 401, 201, '-', 401, 403],
  ['E14', 'projects.uploadScreenshot', 401, 201, '-', 401, 403],
  ['E15', 'leaderboard.board', 401, 200, '-', 401, 200],
  ['E16', 'ratings.ofProject', 200, 200, 200, 200, 200],
  // Participants rate too (decisions, section 5), but never what is their own.
  ['E17', 'ratings.submit', 401, 403, 200, 401, 200],
  ['E18', 'community.allData', 401, 200, '-', 401, 200],
  ['E19', 'projects.count', 401, 403, '-', 401, 200],
  ['E19', 'people.count', 401, 403, '-', 401, 200],
  ['E19', 'people.countActive', 401, 403, '-', 401, 200],
  ['E20', 'people.list', 401, 403, '-', 401, 200],
  ['E21', 'projects.ofUser', 401, 200, 403, 401, 200],
  ['E21', 'projects.countOfUser', 401, 200, 403, 401, 200],
  ['E22', 'challenge.reset', 401, 403, '-', 401, 200],
  ['E23', 'backups.list', 401, 403, '-', 401, 200],
  ['E23', 'backups.one', 401, 403, '-', 401, 200],
  ['E24', 'backups.restore', 401, 403, '-', 401, 200],
]
type Cell = number | '-'

/** Rows of calls that no slice has brought yet. */
const awaited = new Set([
  'community.allData',
  'challenge.reset',
  'backups.list',
  'backups.one',
  'backups.restore',
])

test.each(written)('%s, %s, is as it was written down', (_row, name, ...cells) => {
  const meant = endpointUses.filter((use) => use.name === name || use.name.startsWith(`${name} at `))
  expect(awaited.has(name) || meant.length > 0).toBe(true)
  for (const use of meant) {
    const expected = expectedOf(use)
    const found = (['V', 'U', 'X', 'I', 'A'] as const).map((role, at) =>
      cells[at] === '-' ? '-' : expected[role],
    )
    expect(found).toEqual(cells)
  }
})
