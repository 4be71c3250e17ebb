import type { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import type { Person, TestProduct } from './product.ts'

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

/**
 * Valid requests for endpoints, by group and name; a function is a scenario that is nothing but a request. An endpoint needs one for its
 * body, or if `request-scenarios/parameters.ts` does not make its parameters.
 */
export type Scenarios = {
  readonly [Group in keyof typeof endpoints]?: {
    readonly [Name in keyof (typeof endpoints)[Group]]?:
      | MakeRequest
      | RequestScenario
      | readonly [RequestScenario, ...RequestScenario[]]
  }
}
